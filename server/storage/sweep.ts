import type { Db } from "../database/store.ts";
import type { Scheduler } from "../timing/scheduler.ts";
import type { FileStore } from "./fileStore.ts";
import { publicNamespace } from "./publicFiles.ts";

const everyMs = 60 * 60 * 1000;
/** An upload that was announced and has not come within this time never will: its address is long dead. */
export const keptForMs = 24 * 60 * 60 * 1000;

/** Removes uploads that were never finished, and files of the public namespace that nobody claimed. */
export async function removeOrphans(db: Db, files: FileStore, now: number): Promise<number> {
  const before = now - keptForMs;
  const orphans = await db
    .selectFrom("files")
    .select(["organizationId", "id"])
    .where((row) => row.or([row("status", "=", "pending"), row("organizationId", "=", publicNamespace)]))
    .where("createdAt", "<", before)
    .execute();
  for (const { organizationId, id } of orphans) {
    // The row first: a picture that is claimed at this moment belongs to another organization now, and stays.
    const { numDeletedRows } = await db
      .deleteFrom("files")
      .where("organizationId", "=", organizationId)
      .where("id", "=", id)
      .executeTakeFirst();
    if (numDeletedRows > 0n) await files.remove(id);
  }
  await files.removeUntaken(before);
  return orphans.length;
}

interface Sweeping {
  name: string;
  sweep: () => Promise<unknown>;
  scheduler: Scheduler;
  report: (error: unknown) => void;
}

/** Does it now and every hour, until the function it gives is called, which waits for what is under way. */
export function startSweeping({ name, sweep, scheduler, report }: Sweeping): () => Promise<void> {
  const first = sweep().catch(report);
  const end = scheduler.every({ name, everyMs, work: sweep });
  return async () => {
    await Promise.all([first, end()]);
  };
}
