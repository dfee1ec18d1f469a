/** Why a document can't be read; a closed list, so that screens and counts can tell them apart. */
export type ParseReason =
  | "encrypted"
  | "broken"
  | "unsupported"
  | "too_large"
  | "too_large_unpacked"
  | "timeout"
  | "out_of_memory"
  | "empty";

/** A document that can't be read. The message is a sentence for people: what is wrong, and what to try. */
export class ParseError extends Error {
  readonly reason: ParseReason;

  constructor(reason: ParseReason, message: string = sentences[reason], options?: ErrorOptions) {
    super(message, options);
    this.name = "ParseError";
    this.reason = reason;
  }
}

const sentences: Record<ParseReason, string> = {
  encrypted: "The file is protected by a password. Save a copy without a password and upload that one.",
  broken: "The file is damaged and can't be read. Open it, save it again and upload it.",
  unsupported:
    "Files of this kind can't be read. Use PDF, Word (.docx), Excel (.xlsx, .xls), PowerPoint (.pptx), CSV, text, Markdown, HTML or JSON.",
  too_large: "The file is too large. Split it into smaller files.",
  too_large_unpacked: "The file is too large when unpacked. Split it into smaller files.",
  timeout: "Reading the file took too long. Split it into smaller files.",
  out_of_memory: "Reading the file took too much memory. Split it into smaller files.",
  empty: "The file has no text. Check that it is the right one.",
};
