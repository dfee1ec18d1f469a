import type { ParseInput, ParseLimits } from "./ParsedDocument.ts";
import type { ParseReason } from "./ParseError.ts";
import type { ReadDocument } from "./ReadDocument.ts";

/** What a parser's process is sent. */
export interface ParseTask {
  input: ParseInput;
  limits: ParseLimits;
}

/** What a parser's process answers. */
export type ParseAnswer =
  { document: ReadDocument } | { document?: undefined; reason: ParseReason; message: string };
