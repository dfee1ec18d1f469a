import type { Passage } from "../passages/splitIntoPassages.ts";
import type { ParsedDocument } from "./ParsedDocument.ts";

/** A document as the parser's processes give it: cut and compared there too, because both take long for a large one. */
export interface ReadDocument extends ParsedDocument {
  passages: Passage[];
  /** The same while title and sections are the same. */
  hash: string;
}
