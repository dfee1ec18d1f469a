import type { Tx } from "../database/store.ts";
import type { Route } from "../requests/handle.ts";
import type { PageRoute } from "../requests/page.ts";
import type { AnnounceFile } from "./announce.ts";
import type { StoredFile } from "./storedFile.ts";

/** Uploaded files, wherever they lie. */
export interface Storage {
  name: string;
  routes: Route[];
  pages: PageRoute[];
  /** The origin to which browsers send files themselves; null where they send them to this server. */
  uploadOrigin: string | null;
  announce: AnnounceFile;
  /** A file that was sent whole; `not_found` for a foreign one, a missing one, and one that is still on its way. */
  openFile(organizationId: string, fileId: string): Promise<StoredFile>;
  /**
   * Sees to it that the rows of files which came say so (`status` is `stored`), for those who then ask the rows. Asks
   * the file store, so it belongs before a transaction.
   */
  settleFiles(organizationId: string, fileIds: string[]): Promise<void>;
  /** Makes a picture that was sent to the public namespace the organization's own; throws where it is none. */
  claimFile(organizationId: string, fileId: string): Promise<void>;
  /** Sends an announced file: the copy of another of the same size and type. */
  copyFile(organizationId: string, copy: { from: string; to: string }): Promise<void>;
  /** Sends an announced file whose bytes are here; they are as many as were announced. */
  sendFile(organizationId: string, fileId: string, bytes: Uint8Array): Promise<void>;
  /** Deletes a file and its row, if they are there. */
  removeFile(organizationId: string, fileId: string): Promise<void>;
  /** Deletes the rows in the caller's transaction, and the files themselves once it is committed. */
  removeFiles(tx: Tx, organizationId: string, fileIds: string[]): Promise<void>;
  /** Deletes the bytes first and then the rows: a process that dies between leaves nothing that no row tells of. */
  eraseFiles(organizationId: string, fileIds: readonly string[]): Promise<void>;
  /** Counts the bytes of an organization's files; `limit` is null where they are not bounded. */
  readUse(organizationId: string): Promise<{ used: number; limit: number | null }>;
  /** Removes at once what was announced or sent and then left alone for a day; gives how many rows went. */
  sweep(): Promise<number>;
  /** Begins to do so by itself. */
  start(): void;
  stop(): Promise<void>;
}
