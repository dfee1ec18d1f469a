import { join } from "node:path";
import { AppError } from "../../shared/errors/errors.ts";
import type { Store } from "../database/store.ts";
import type { Route } from "../door/handle.ts";
import type { PageRoute } from "../door/page.ts";
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
}

/** An uploaded file: its name and type are what the person's browser said, so they are data and no promise. */
export interface StoredFile extends Pick<FileRow, "id" | "name" | "contentType" | "sizeBytes"> {
  /** Where it lies, for a worker that reads it. */
  path: string;
  read(): ReadableStream<Uint8Array>;
}

export interface Storage {
  routes: Route[];
  pages: PageRoute[];
  /** A file that was sent whole; `not_found` for a foreign one, a missing one, and one that is still on its way. */
  openFile(organizationId: string, fileId: string): Promise<StoredFile>;
  /** Deletes a file and its row, if they are there. */
  removeFile(organizationId: string, fileId: string): Promise<void>;
  /** Begins to remove uploads that never came; gives the function that ends it. */
  startSweeping(report: (error: unknown) => void): () => void;
}

/** Uploaded files in the data folder. */
export function createStorage({ store, dataDir, uploadKey, now }: StorageDeps): Storage {
  const { db } = store;
  const folder = openFileFolder(join(dataDir, "files"));
  const deps = { db, folder, uploadKey, now };
  return {
    routes: storageRoutes(deps),
    pages: [uploadPage(deps)],
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
    startSweeping: (report) => startSweeping(() => removeOrphans(db, folder, now()), report),
  };
}
