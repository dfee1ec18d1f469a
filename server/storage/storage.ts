import { join } from "node:path";
import { AppError } from "../../shared/errors/errors.ts";
import type { Store, Tx } from "../database/store.ts";
import type { Route } from "../door/handle.ts";
import type { PageRoute } from "../door/page.ts";
import { createAnnounce } from "./announce.ts";
import type { AnnounceFile } from "./announce.ts";
import { storageRoutes, uploadPage } from "./calls.ts";
import { openFileFolder } from "./files.ts";
import { removeOrphans, startSweeping } from "./sweep.ts";
import type { FileRow } from "./tables.ts";

export interface StorageDeps {
  store: Store;
  dataDir: string;
  /** Signs upload addresses. */
  uploadKey: Uint8Array;
  now: () => number;
  /** Is told of faults that no caller waits for. */
  report?: (error: unknown) => void;
}

const rowsAtOnce = 500;

/** An uploaded file: its name and type are what the person's browser said, so they are data and no promise. */
export interface StoredFile extends Pick<FileRow, "id" | "name" | "contentType" | "sizeBytes"> {
  /** Where it lies, for a worker that reads it. */
  path: string;
  read(): ReadableStream<Uint8Array>;
}

export interface Storage {
  routes: Route[];
  pages: PageRoute[];
  announce: AnnounceFile;
  /** A file that was sent whole; `not_found` for a foreign one, a missing one, and one that is still on its way. */
  openFile(organizationId: string, fileId: string): Promise<StoredFile>;
  /** Deletes a file and its row, if they are there. */
  removeFile(organizationId: string, fileId: string): Promise<void>;
  /** Deletes the rows in the caller's transaction, and the files themselves once it is committed. */
  removeFiles(tx: Tx, organizationId: string, fileIds: string[]): Promise<void>;
  /** Begins to remove uploads that never came; gives the function that ends it. */
  startSweeping(report: (error: unknown) => void): () => void;
}

/** Uploaded files in the data folder. */
export function createStorage({
  store,
  dataDir,
  uploadKey,
  now,
  report = console.error,
}: StorageDeps): Storage {
  const { db } = store;
  const folder = openFileFolder(join(dataDir, "files"));
  const announce = createAnnounce(uploadKey, now);
  return {
    routes: storageRoutes(db, announce),
    pages: [uploadPage({ db, folder, uploadKey, now })],
    announce,
    async openFile(organizationId, fileId) {
      const row = await db
        .selectFrom("files")
        .select(["id", "name", "contentType", "sizeBytes"])
        .where("organizationId", "=", organizationId)
        .where("id", "=", fileId)
        .where("status", "=", "stored")
        .executeTakeFirst();
      if (!row) throw new AppError("not_found");
      return { ...row, path: folder.pathOf(row.id), read: () => folder.read(row.id) };
    },
    async removeFile(organizationId, fileId) {
      const { numDeletedRows } = await db
        .deleteFrom("files")
        .where("organizationId", "=", organizationId)
        .where("id", "=", fileId)
        .executeTakeFirst();
      if (numDeletedRows > 0n) await folder.remove(fileId);
    },
    async removeFiles(tx, organizationId, fileIds) {
      for (let at = 0; at < fileIds.length; at += rowsAtOnce) {
        await tx
          .deleteFrom("files")
          .where("organizationId", "=", organizationId)
          .where("id", "in", fileIds.slice(at, at + rowsAtOnce))
          .execute();
      }
      const removeAll = async () => {
        for (const fileId of fileIds) await folder.remove(fileId);
      };
      tx.afterCommit(() => void removeAll().catch(report));
    },
    startSweeping: (report) => startSweeping(() => removeOrphans(db, folder, now()), report),
  };
}
