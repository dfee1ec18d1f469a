import { ParseError } from "../parsing/ParseError.ts";
import { failPage } from "./failPage.ts";
import { storePage } from "./storePage.ts";
import type { Reading } from "./reading.ts";

export interface DocumentBytes {
  /** What names it within its source. */
  key: string;
  fileId: string | null;
  /** File name, or what stands for one. */
  name: string;
  /** Where it is not to be taken from the document itself. */
  title?: string;
  contentType?: string;
  bytes: Uint8Array;
}

/** Reads a document on the parser's threads and stores it as a page, or the reason why it can't be read. */
export async function storeDocument(reading: Reading, from: DocumentBytes): Promise<void> {
  const { key, fileId, name, contentType, bytes } = from;
  try {
    const parsed = await reading.parser.parse({ name, contentType, bytes }, reading);
    const document = from.title ? { ...parsed, title: from.title } : parsed;
    await storePage(reading, { key, url: null, fileId, document });
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const title = from.title ?? name;
    await failPage(reading, { key, url: null, fileId, title, reason: error.message, step: "extract" });
  }
}
