import type {} from "../../accounts/tables.ts";
import type { Db } from "../../database/store.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { DigestDeps } from "./deps.ts";
import { findNextDigest } from "./settings.ts";
import type { DigestRow } from "./tables.ts";

/** The kind of a job that sends one letter. */
export const digestJob = "digest";

/** What such a job is given: its letter is written when it is sent. */
export interface DigestPayload {
  userId: string;
}

export interface QueueDeps extends Pick<DigestDeps, "store" | "now"> {
  jobs: Pick<Jobs, "enqueue">;
}

const atOnce = 100;

interface DueDigest extends DigestRow {
  /** Where they are now. */
  zone: string;
}

/**
 * Puts every letter into line whose time has come, once: its row gets its next time in the same transaction, and whoever
 * finds that moved already puts nothing there. However many times were missed, it is one letter.
 */
export async function queueDueDigests(deps: QueueDeps): Promise<void> {
  for (;;) {
    const due = await listDue(deps.store.db, deps.now());
    for (const row of due) await queueDigest(deps, row);
    if (due.length < atOnce) return;
  }
}

/** Also those of people who are in another zone since: they are reckoned anew. */
async function listDue(db: Db, now: number): Promise<DueDigest[]> {
  const zone = db.fn.coalesce("users.timeZone", "organizations.timeZone");
  return db
    .selectFrom("digests")
    .innerJoin("users", "users.id", "digests.userId")
    .innerJoin("organizations", "organizations.id", "digests.organizationId")
    .selectAll("digests")
    .select(zone.as("zone"))
    .where((row) => row.or([row("digests.nextAt", "<=", now), row("digests.timeZone", "!=", zone)]))
    .orderBy("digests.nextAt")
    .limit(atOnce)
    .execute();
}

async function queueDigest({ store, jobs, now }: QueueDeps, due: DueDigest): Promise<void> {
  const { organizationId, userId, every, zone } = due;
  const at = now();
  await store.transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("digests")
      .set({ timeZone: zone, nextAt: findNextDigest({ every, timeZone: zone }, at) })
      .where("organizationId", "=", organizationId)
      .where("userId", "=", userId)
      .where("nextAt", "=", due.nextAt)
      .where("timeZone", "=", due.timeZone)
      .executeTakeFirst();
    if (numUpdatedRows === 0n || due.nextAt > at) return;
    const payload = { userId } satisfies DigestPayload;
    await jobs.enqueue(tx, { organizationId, kind: digestJob, key: userId, payload });
  });
}
