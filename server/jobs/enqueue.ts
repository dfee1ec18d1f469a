import { newId } from "../database/ids.ts";
import type { Tx } from "../database/store.ts";
import type { JobRow } from "./tables.ts";

/** A job to be. `payload` becomes JSON; `key` names what it works on, so that it is not done twice at once. */
export interface NewJob {
  organizationId: string;
  kind: string;
  key: string;
  payload: Record<string, unknown>;
  /** Not before this time; at once when it is not given. */
  runAt?: number;
  maxAttempts?: number;
}

/** Inserts the job, or gives the one of this kind and key that is queued or running already. */
export async function insertJob(
  tx: Tx,
  { now, payload, ...job }: NewJob & { maxAttempts: number; now: number },
): Promise<JobRow> {
  const row: JobRow = {
    runAt: now,
    ...job,
    id: newId(now),
    state: "queued",
    payload: JSON.stringify(payload),
    progress: null,
    attempts: 0,
    leaseUntil: null,
    owner: null,
    cancelAskedAt: null,
    error: null,
    createdAt: now,
    startedAt: null,
    endedAt: null,
  };
  // Twice is enough but for a job that ends between the two statements, over and over.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const inserted = await tx
      .insertInto("jobs")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    const found = inserted ?? (await findLive(tx, job));
    if (found) return found;
  }
  throw new Error(`The job ${job.kind} ${job.key} could not be queued.`);
}

/** Cancels a queued job at once; marks a running one, whose process ends it. Gives the job as it is then. */
export async function askToCancel(
  tx: Tx,
  { organizationId, id, now }: { organizationId: string; id: string; now: number },
): Promise<JobRow | undefined> {
  const job = await tx
    .selectFrom("jobs")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (job?.state !== "queued" && job?.state !== "running") return job;
  const change =
    job.state === "queued"
      ? { state: "cancelled" as const, endedAt: now }
      : { cancelAskedAt: job.cancelAskedAt ?? now };
  return tx.updateTable("jobs").set(change).where("id", "=", id).returningAll().executeTakeFirstOrThrow();
}

async function findLive(
  tx: Tx,
  job: { organizationId: string; kind: string; key: string },
): Promise<JobRow | undefined> {
  return tx
    .selectFrom("jobs")
    .selectAll()
    .where("organizationId", "=", job.organizationId)
    .where("kind", "=", job.kind)
    .where("key", "=", job.key)
    .where("state", "in", ["queued", "running"])
    .executeTakeFirst();
}
