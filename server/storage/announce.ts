import { newId } from "../database/ids.ts";
import type { Db } from "../database/store.ts";
import type { FileRow } from "./tables.ts";
import { makeUploadAddress } from "./uploadAddress.ts";

/** A file that is about to be sent. */
export type NewFile = Pick<FileRow, "organizationId" | "name" | "contentType" | "sizeBytes" | "createdBy">;

/** Where and how it is sent: as it is, with the fields as headers. */
export interface UploadTarget {
  fileId: string;
  method: "PUT";
  url: string;
  fields: { "content-type": string };
}

/** Makes the row of a file that is about to be sent, and the signed address that takes it. */
export type AnnounceFile = (db: Db, file: NewFile) => Promise<UploadTarget>;

export function createAnnounce(uploadKey: Uint8Array, now: () => number): AnnounceFile {
  return async (db, file) => {
    const at = now();
    const row: FileRow = { ...file, id: newId(at), status: "pending", createdAt: at };
    await db.insertInto("files").values(row).execute();
    return {
      fileId: row.id,
      method: "PUT",
      url: makeUploadAddress(uploadKey, row, at),
      fields: { "content-type": row.contentType },
    };
  };
}
