import type { Db } from "../database/store.ts";
import { uploadWithinMs } from "./uploadAddress.ts";

/**
 * Counts the bytes that an organization's files take. What was announced counts while it can still be sent; visitors would
 * otherwise fill the storage by words alone.
 */
export async function countStoredBytes(db: Db, organizationId: string, now: number): Promise<number> {
  const { bytes } = await db
    .selectFrom("files")
    .select((row) => row.fn.sum<number | string | null>("sizeBytes").as("bytes"))
    .where("organizationId", "=", organizationId)
    .where((row) => row.or([row("status", "=", "stored"), row("createdAt", ">", now - uploadWithinMs)]))
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}
