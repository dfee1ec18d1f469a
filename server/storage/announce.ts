import { newId } from "../database/ids.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { Db } from "../database/store.ts";
import { countStoredBytes } from "./countStoredBytes.ts";
import type { FileStore, UploadMethod, UploadTarget } from "./fileStore.ts";
import type { FileRow } from "./tables.ts";
import { makeUploadAddress, uploadWithinMs } from "./uploadAddress.ts";

/** A file that is about to be sent. */
export interface NewFile extends Pick<
  FileRow,
  "organizationId" | "name" | "contentType" | "sizeBytes" | "createdBy"
> {
  keptBy?: FileRow["keptBy"] | undefined;
  /** How it will be sent; as it is by PUT unless told otherwise. */
  method?: UploadMethod | undefined;
}

/** Makes the row of a file that is about to be sent, and the signed address that takes it. It asks only the database. */
export type AnnounceFile = (db: Db, file: NewFile) => Promise<UploadTarget & { fileId: string }>;

export interface AnnounceDeps {
  files: FileStore;
  uploadKey: Uint8Array;
  now: () => number;
  /** What the files of an organization may take together; null for no bound. */
  bytesPerOrganization: number | null;
}

export function createAnnounce({ files, uploadKey, now, bytesPerOrganization }: AnnounceDeps): AnnounceFile {
  return async (db, { method = "PUT", keptBy = null, ...file }) => {
    const at = now();
    if (bytesPerOrganization !== null) {
      const used = await countStoredBytes(db, file.organizationId, { files, now: at });
      if (used + file.sizeBytes > bytesPerOrganization) throw new AppError("storage_full");
    }
    const row: FileRow = { ...file, keptBy, id: newId(at), status: "pending", createdAt: at };
    const target = await files.presign(row, { method, expiresAt: at + uploadWithinMs });
    await db.insertInto("files").values(row).execute();
    const url = makeUploadAddress(uploadKey, row, at);
    return { fileId: row.id, ...(target ?? { method, url, fields: { "content-type": row.contentType } }) };
  };
}
