import type { ReadDocument } from "../parsing/ReadDocument.ts";

/** A document that a run has read, under the key that names it within its source. */
export interface PageToStore {
  /** Address, file id or fixed name. */
  key: string;
  url: string | null;
  fileId: string | null;
  /** When its author says that it came out; what is known of it stays where this is left out. */
  publishedAt?: number | null;
  /** `version`: as a version met it, so no edits but that what is off stays off. `edit`: a person's change of what is there, which fetches nothing. */
  from?: "source" | "version" | "edit";
  document: Pick<ReadDocument, "title" | "language" | "hash" | "characters" | "passages">;
}
