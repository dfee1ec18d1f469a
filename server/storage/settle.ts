import type { Db } from "../database/store.ts";
import type { FileStore } from "./fileStore.ts";
import type { FileRow } from "./tables.ts";

type Announced = Pick<FileRow, "organizationId" | "id" | "sizeBytes" | "contentType" | "status">;

/** Whether a file was sent whole. The first to find that writes it down. */
export type SettleFile = (row: Announced) => Promise<boolean>;

/**
 * A file can be there before its row says so: a browser sent it to an object store, which tells nobody, or the server
 * was killed between the two. So every use of a file asks here.
 */
export function createSettle(db: Db, files: FileStore): SettleFile {
  return async (row) => {
    if (row.status === "stored") return true;
    if (!(await files.settle(row))) return false;
    await db
      .updateTable("files")
      .set({ status: "stored" })
      .where("organizationId", "=", row.organizationId)
      .where("id", "=", row.id)
      .execute();
    return true;
  };
}
