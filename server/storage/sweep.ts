import type { Db } from "../database/store.ts";
import type { FileFolder } from "./files.ts";

const everyMs = 60 * 60 * 1000;
/** An upload that was announced and has not come for so long never will: its address is long dead. */
const pendingForMs = 24 * 60 * 60 * 1000;

/** Removes what uploads left behind that were never finished. */
export async function removeOrphans(db: Db, folder: FileFolder, now: number): Promise<number> {
  const orphans = await db
    .selectFrom("files")
    .select(["organizationId", "id"])
    .where("status", "=", "pending")
    .where("createdAt", "<", now - pendingForMs)
    .execute();
  for (const { organizationId, id } of orphans) {
    await folder.remove(id);
    await db.deleteFrom("files").where("organizationId", "=", organizationId).where("id", "=", id).execute();
  }
  return orphans.length;
}

/** Does it now and every hour, until the function it gives is called. */
export function startSweeping(sweep: () => Promise<unknown>, report: (error: unknown) => void): () => void {
  const run = () => void sweep().catch(report);
  run();
  const timer = setInterval(run, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
