import type { FileRow } from "./tables.ts";

/** An uploaded file: its name and type are what the person's browser said, so they are data and no promise. */
export interface StoredFile extends Pick<FileRow, "id" | "name" | "contentType" | "sizeBytes" | "createdBy"> {
  /** Gives the whole file as it comes; `not_found` where it is gone by now. */
  read(): Promise<ReadableStream<Uint8Array>>;
  /** Gives its first bytes, at most `most`; with `sizeBytes` all of it. */
  readStart(most: number): Promise<Uint8Array>;
}
