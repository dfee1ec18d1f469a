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

export interface QueueDeps extends Pick<DigestDeps, "store" | "now" | "report"> {
  jobs: Pick<Jobs, "enqueue">;
  /** That the server stops. */
  signal: AbortSignal;
}

const atOnce = 100;

interface DueDigest extends DigestRow {
  /** Where they are now. */
  zone: string;
}

/**
 * Puts every letter into line whose time has come, once: its row gets its next time in the same transaction, and a
 * process that finds it moved queues nothing. However many times were missed, it is one letter. A row that throws is
 * reported and keeps nobody waiting; `signal` ends the work between two rows.
 */
export async function queueDueDigests(deps: QueueDeps): Promise<void> {
  const { store, now, report, signal } = deps;
  let passedOver = 0;
  for (;;) {
    const due = await listDue(store.db, now(), passedOver);
    for (const row of due) {
      if (signal.aborted) return;
      try {
        await queueDigest(deps, row);
      } catch (error) {
        report(error);
        if (!(await moveOn(deps, row))) passedOver += 1;
      }
    }
    if (due.length < atOnce) return;
  }
}

/** Also those of people who are in another zone since: they are recalculated. */
async function listDue(db: Db, now: number, passedOver: number): Promise<DueDigest[]> {
  const zone = db.fn.coalesce("users.timeZone", "organizations.timeZone");
  return db
    .selectFrom("digests")
    .innerJoin("users", "users.id", "digests.userId")
    .innerJoin("organizations", "organizations.id", "digests.organizationId")
    .selectAll("digests")
    .select(zone.as("zone"))
    .where((row) => row.or([row("digests.nextAt", "<=", now), row("digests.timeZone", "!=", zone)]))
    .orderBy("digests.nextAt")
    .orderBy("digests.userId")
    .orderBy("digests.organizationId")
    .limit(atOnce)
    .offset(passedOver)
    .execute();
}

async function queueDigest({ store, jobs, now }: QueueDeps, due: DueDigest): Promise<void> {
  const { organizationId, userId, every, zone } = due;
  const at = now();
  await store.transaction(async (tx) => {
    const hasMoved = await move(tx, due, findNextDigest({ every, timeZone: zone }, at));
    if (!hasMoved || due.nextAt > at) return;
    const payload = { userId } satisfies DigestPayload;
    await jobs.enqueue(tx, { organizationId, kind: digestJob, key: userId, payload });
  });
}

/** Gives whether a row that threw waits for its next time: by UTC's clocks, for its own zone may be what threw. */
async function moveOn({ store, now, report }: QueueDeps, due: DueDigest): Promise<boolean> {
  try {
    await move(store.db, due, findNextDigest({ every: due.every, timeZone: "UTC" }, now()));
    return true;
  } catch (error) {
    report(error);
    return false;
  }
}

/** Gives whether nobody else has moved it. */
async function move(db: Db, due: DueDigest, nextAt: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("digests")
    .set({ timeZone: due.zone, nextAt })
    .where("organizationId", "=", due.organizationId)
    .where("userId", "=", due.userId)
    .where("nextAt", "=", due.nextAt)
    .where("timeZone", "=", due.timeZone)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
