import type { Db } from "../database/store.ts";
import type { FileStore } from "./fileStore.ts";
import { keptForMs } from "./sweep.ts";
import { uploadWithinMs } from "./uploadAddress.ts";

interface Counting {
  files: Pick<FileStore, "uploadOrigin">;
  now: number;
}

/**
 * Counts the bytes that an organization's files take. What was announced counts while it can still be sent; visitors would
 * otherwise fill the storage by words alone. What browsers send past this server counts until it is used or swept.
 */
export async function countStoredBytes(
  db: Db,
  organizationId: string,
  { files, now }: Counting,
): Promise<number> {
  const pendingMs = files.uploadOrigin === null ? uploadWithinMs : keptForMs;
  const { bytes } = await db
    .selectFrom("files")
    .select((row) => row.fn.sum<number | string | null>("sizeBytes").as("bytes"))
    .where("organizationId", "=", organizationId)
    .where((row) => row.or([row("status", "=", "stored"), row("createdAt", ">", now - pendingMs)]))
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}
