import type { OpenapiDocument } from "./OpenapiDocument.ts";

/** What the reader's process answers to the text of a document. A fault is the program's, not the document's. */
export type OpenapiAnswer =
  | { document: OpenapiDocument }
  | { document?: undefined; message: string; isFault: boolean };
