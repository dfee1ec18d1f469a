import { join } from "node:path";
import { AppError } from "../../shared/errors/errors.ts";
import type { Store } from "../database/store.ts";
import { operatorFetch } from "../egress/operatorFetch.ts";
import { createScheduler } from "../timing/scheduler.ts";
import type { Scheduler } from "../timing/scheduler.ts";
import { createAnnounce } from "./announce.ts";
import { storageRoutes } from "./calls.ts";
import { openFileFolder } from "./fileFolder.ts";
import { countStoredBytes } from "./countStoredBytes.ts";
import type { FileStore } from "./fileStore.ts";
import { claimPublicFile } from "./publicFiles.ts";
import { readPage } from "./readPage.ts";
import { openS3Store } from "./s3/s3Store.ts";
import type { S3Settings } from "./s3/settings.ts";
import { createSettle } from "./settle.ts";
import type { Storage } from "./storage.ts";
import type { StoredFile } from "./storedFile.ts";
import { removeOrphans, startSweeping } from "./sweep.ts";
import { uploadPage } from "./uploadPage.ts";

export interface StorageDeps {
  store: Store;
  dataDir: string;
  /** The object store that files lie in; null or left out for the data folder. */
  s3?: S3Settings | null;
  /** What the files of an organization may take together; null or left out for no bound. */
  bytesPerOrganization?: number | null;
  /** Signs addresses of uploads, and those at which files are read. */
  uploadKey: Uint8Array;
  now: () => number;
  scheduler?: Scheduler;
  /** Is told of faults that no caller waits for. */
  report?: (error: unknown) => void;
}

const rowsAtOnce = 500;

/** Uploaded files, in the data folder or in an S3-compatible store. */
export function createStorage(deps: StorageDeps): Storage {
  const { store, dataDir, s3, uploadKey, now, report = console.error } = deps;
  const { scheduler = createScheduler({ now, report }) } = deps;
  const { db } = store;
  const files = openFiles({ s3, dataDir, now });
  const { bytesPerOrganization = null } = deps;
  const announce = createAnnounce({ files, uploadKey, now, bytesPerOrganization });
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

  async function settleFiles(organizationId: string, fileIds: string[]): Promise<void> {
    if (fileIds.length === 0) return;
    const pending = await db
      .selectFrom("files")
      .select(["organizationId", "id", "contentType", "sizeBytes", "status"])
      .where("organizationId", "=", organizationId)
      .where("id", "in", fileIds)
      .where("status", "=", "pending")
      .execute();
    for (const row of pending) await settle(row);
  }

  return {
    name: "storage",
    routes: storageRoutes({ db, files, announce, openFile, uploadKey, now }),
    pages: [uploadPage({ db, files, settle, uploadKey, now }), readPage({ openFile, uploadKey, now })],
    uploadOrigin: files.uploadOrigin,
    announce,
    openFile,
    settleFiles,
    claimFile: (organizationId, fileId) => claimPublicFile(db, { openFile, organizationId, fileId }),
    async copyFile(organizationId, { from, to }) {
      const file = await openFile(organizationId, from);
      await files.write(to, await file.read(), file.sizeBytes);
      await settle({ ...file, organizationId, id: to, status: "pending" });
    },
    async sendFile(organizationId, fileId, bytes) {
      await files.write(fileId, new Blob([Uint8Array.from(bytes)]).stream(), bytes.byteLength);
      await settleFiles(organizationId, [fileId]);
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
    readUse: async (organizationId) => ({
      used: await countStoredBytes(db, organizationId, { files, now: now() }),
      limit: bytesPerOrganization,
    }),
    sweep,
    start: () =>
      void (stopSweeping = startSweeping({ name: "removes orphaned files", sweep, scheduler, report })),
    stop: () => stopSweeping(),
  };
}

/** Where uploaded files lie by the settings. */
export function openFiles({ s3, dataDir, now }: Pick<StorageDeps, "s3" | "dataDir" | "now">): FileStore {
  return s3
    ? openS3Store({ settings: s3, fetch: operatorFetch, now })
    : openFileFolder(join(dataDir, "files"));
}
