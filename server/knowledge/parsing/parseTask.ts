import type { ParseInput, ParseLimits } from "./ParsedDocument.ts";
import type { ParseReason } from "./ParseError.ts";
import type { ReadDocument } from "./ReadDocument.ts";
import type { ReadTable } from "./readTable.ts";

/** What a parser's process is sent. */
export interface ParseTask {
  input: ParseInput;
  limits: ParseLimits;
  /** What it is read as. */
  as: "document" | "table" | "picture";
}

/** What a parser's process answers. */
export type ParseAnswer =
  | { document: ReadDocument; table?: undefined; picture?: undefined }
  | { table: ReadTable; document?: undefined; picture?: undefined }
  | { picture: Uint8Array; document?: undefined; table?: undefined }
  | { document?: undefined; table?: undefined; picture?: undefined; reason: ParseReason; message: string };
