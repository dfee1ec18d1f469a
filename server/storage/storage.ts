import { join } from "node:path";
import { AppError } from "../../shared/errors/errors.ts";
import type { Store, Tx } from "../database/store.ts";
import type { Route } from "../requests/handle.ts";
import type { PageRoute } from "../requests/page.ts";
import { operatorFetch } from "../egress/operatorFetch.ts";
import { createAnnounce } from "./announce.ts";
import type { AnnounceFile } from "./announce.ts";
import { storageRoutes } from "./calls.ts";
import { openFileFolder } from "./fileFolder.ts";
import { claimPublicFile } from "./publicFiles.ts";
import { readPage } from "./readPage.ts";
import { openS3Store } from "./s3/s3Store.ts";
import type { S3Settings } from "./s3/settings.ts";
import { createSettle } from "./settle.ts";
import { createScheduler } from "../timing/scheduler.ts";
import type { Scheduler } from "../timing/scheduler.ts";
import { removeOrphans, startSweeping } from "./sweep.ts";
import type { FileRow } from "./tables.ts";
import { uploadPage } from "./uploadPage.ts";

export interface StorageDeps {
  store: Store;
  dataDir: string;
  /** The object store that files lie in; null or left out for the data folder. */
  s3?: S3Settings | null;
  /** Signs addresses of uploads, and those at which files are read. */
  uploadKey: Uint8Array;
  now: () => number;
  scheduler?: Scheduler;
  /** Is told of faults that no caller waits for. */
  report?: (error: unknown) => void;
}

const rowsAtOnce = 500;

/** An uploaded file: its name and type are what the person's browser said, so they are data and no promise. */
export interface StoredFile extends Pick<FileRow, "id" | "name" | "contentType" | "sizeBytes" | "createdBy"> {
  /** Gives the whole file as it comes; `not_found` where it is gone by now. */
  read(): Promise<ReadableStream<Uint8Array>>;
  /** Gives its first bytes, at most so many; with `sizeBytes` all of it. */
  readStart(most: number): Promise<Uint8Array>;
}

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
  /** Deletes a file and its row, if they are there. */
  removeFile(organizationId: string, fileId: string): Promise<void>;
  /** Deletes the rows in the caller's transaction, and the files themselves once it is committed. */
  removeFiles(tx: Tx, organizationId: string, fileIds: string[]): Promise<void>;
  /** Deletes the bytes first and then the rows: a process that dies between leaves nothing that no row tells of. */
  eraseFiles(organizationId: string, fileIds: readonly string[]): Promise<void>;
  /** Removes at once what was announced or sent and then left alone for a day; gives how many rows went. */
  sweep(): Promise<number>;
  /** Begins to do so by itself. */
  start(): void;
  stop(): Promise<void>;
}

/** Uploaded files, in the data folder or in an S3-compatible store. */
export function createStorage(deps: StorageDeps): Storage {
  const { store, dataDir, s3, uploadKey, now, report = console.error } = deps;
  const { scheduler = createScheduler({ now, report }) } = deps;
  const { db } = store;
  const files = s3
    ? openS3Store({ settings: s3, fetch: operatorFetch, now })
    : openFileFolder(join(dataDir, "files"));
  const announce = createAnnounce({ files, uploadKey, now });
  const settle = createSettle(db, files);
  const sweep = () => removeOrphans(db, files, now());
  let stopSweeping = async () => {};

  async function openFile(organizationId: string, fileId: string): Promise<StoredFile> {
    const row = await db
      .selectFrom("files")
      .select(["organizationId", "id", "name", "contentType", "sizeBytes", "status", "createdBy"])
      .where("organizationId", "=", organizationId)
      .where("id", "=", fileId)
      .executeTakeFirst();
    if (!row || !(await settle(row))) throw new AppError("not_found");
    const { id, name, contentType, sizeBytes, createdBy } = row;
    return {
      ...{ id, name, contentType, sizeBytes, createdBy },
      read: () => files.read(id),
      readStart: (most) => files.readStart(id, most),
    };
  }

  return {
    name: "storage",
    routes: storageRoutes({ db, files, announce, openFile, uploadKey, now }),
    pages: [uploadPage({ db, files, settle, uploadKey, now }), readPage({ openFile, uploadKey, now })],
    uploadOrigin: files.uploadOrigin,
    announce,
    openFile,
    async settleFiles(organizationId, fileIds) {
      if (fileIds.length === 0) return;
      const pending = await db
        .selectFrom("files")
        .select(["organizationId", "id", "contentType", "sizeBytes", "status"])
        .where("organizationId", "=", organizationId)
        .where("id", "in", fileIds)
        .where("status", "=", "pending")
        .execute();
      for (const row of pending) await settle(row);
    },
    claimFile: (organizationId, fileId) => claimPublicFile(db, { openFile, organizationId, fileId }),
    async copyFile(organizationId, { from, to }) {
      const file = await openFile(organizationId, from);
      await files.write(to, await file.read(), file.sizeBytes);
      await settle({ ...file, organizationId, id: to, status: "pending" });
    },
    async removeFile(organizationId, fileId) {
      const { numDeletedRows } = await db
        .deleteFrom("files")
        .where("organizationId", "=", organizationId)
        .where("id", "=", fileId)
        .executeTakeFirst();
      if (numDeletedRows > 0n) await files.remove(fileId);
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
        for (const fileId of fileIds) await files.remove(fileId);
      };
      tx.afterCommit(() => void removeAll().catch(report));
    },
    async eraseFiles(organizationId, fileIds) {
      for (const fileId of fileIds) {
        await files.remove(fileId);
        const rows = db.deleteFrom("files").where("organizationId", "=", organizationId);
        await rows.where("id", "=", fileId).execute();
      }
    },
    sweep,
    start: () =>
      void (stopSweeping = startSweeping({ name: "removes orphaned files", sweep, scheduler, report })),
    stop: () => stopSweeping(),
  };
}
