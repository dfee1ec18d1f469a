import type { Store, Tx } from "../database/store.ts";
import type { JobKind } from "./kinds.ts";
import { endJob } from "./end.ts";
import type { JobRow } from "./tables.ts";

/** A process that says nothing for this long is taken for dead, and its jobs are begun again by others. */
export const leaseMs = 30_000;

export interface Claim {
  store: Store;
  kind: string;
  known: JobKind;
  owner: string;
  limit: number;
  now: number;
}

/** Takes jobs that are due, and jobs whose process fell silent, the longest waiting first; nobody else gets them then. */
export async function claimJobs(claim: Claim): Promise<JobRow[]> {
  const { store, kind, limit, now } = claim;
  if (!(await isAnyDue(claim))) return [];
  return store.transaction(async (tx) => {
    const due = await tx
      .selectFrom("jobs")
      .selectAll()
      .where("kind", "=", kind)
      .where((job) =>
        job.or([
          job.and([job("state", "=", "queued"), job("runAt", "<=", now)]),
          job.and([job("state", "=", "running"), job("leaseUntil", "<=", now)]),
        ]),
      )
      .orderBy("runAt")
      .orderBy("id")
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute();
    const claimed: JobRow[] = [];
    for (const job of due) {
      const begun = await beginOrEnd(tx, job, claim);
      if (begun) claimed.push(begun);
    }
    return claimed;
  });
}

/** Queues the jobs of a process that is known to be dead: on SQLite every other one, since this one has the folder. */
export async function takeBackAll(store: Store): Promise<void> {
  await store.db.updateTable("jobs").set({ leaseUntil: 0 }).where("state", "=", "running").execute();
}

/** A look without a transaction, because it is asked every other second and the answer is mostly no. */
async function isAnyDue({ store, kind, now }: Claim): Promise<boolean> {
  const job = await store.db
    .selectFrom("jobs")
    .select("id")
    .where("kind", "=", kind)
    .where((row) =>
      row.or([
        row.and([row("state", "=", "queued"), row("runAt", "<=", now)]),
        row.and([row("state", "=", "running"), row("leaseUntil", "<=", now)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return job !== undefined;
}

async function beginOrEnd(tx: Tx, job: JobRow, { owner, now, known }: Claim): Promise<JobRow | undefined> {
  if (job.cancelAskedAt !== null) {
    await endJob(tx, { job, known, end: { state: "cancelled", error: null }, now });
    return undefined;
  }
  // A job that got further before its process died is not what kills the server: that attempt costs it nothing.
  const gotFurther = job.state === "running" && job.progress !== null;
  const maxAttempts = job.maxAttempts + (gotFurther ? 1 : 0);
  if (job.state === "running" && job.attempts >= maxAttempts) {
    const error = `The server ended in the middle of it, ${job.attempts} times.`;
    await endJob(tx, { job, known, end: { state: "failed", error }, now });
    return undefined;
  }
  return tx
    .updateTable("jobs")
    .set({
      state: "running",
      owner,
      leaseUntil: now + leaseMs,
      attempts: job.attempts + 1,
      maxAttempts,
      progress: null,
      startedAt: job.startedAt ?? now,
    })
    .where("organizationId", "=", job.organizationId)
    .where("id", "=", job.id)
    .returningAll()
    .executeTakeFirst();
}
