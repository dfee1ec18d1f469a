import type { Tx } from "../database/store.ts";
import type { JobKind } from "./kinds.ts";
import type { JobRow } from "./tables.ts";

/** Thrown by a handler whose job can't succeed, however often it is tried: it fails immediately, with this message. */
export class GiveUp extends Error {
  override name = "GiveUp";
}

/** Thrown by a handler that knows when trying again makes sense: the job waits until then, and this was no attempt. */
export class TryLater extends Error {
  override name = "TryLater";
  /** How many ms after this run ends, or a time of the queue's clock, which doesn't move with the run. */
  readonly when: number | { at: number };

  constructor(when: number | { at: number }) {
    super(
      typeof when === "number"
        ? `Tried again in ${when} ms.`
        : `Tried again at ${new Date(when.at).toISOString()}.`,
    );
    this.when = when;
  }
}

/** How a job ends for good. */
export interface JobEnd {
  state: "done" | "failed" | "cancelled";
  error: string | null;
}

/** Writes the end of a job and lets its kind write its own rows with it. */
export async function endJob(
  tx: Tx,
  { job, known, end, now }: { job: JobRow; known: JobKind; end: JobEnd; now: number },
): Promise<void> {
  const ended = await tx
    .updateTable("jobs")
    .set({ ...end, endedAt: now, leaseUntil: null, owner: null })
    .where("organizationId", "=", job.organizationId)
    .where("id", "=", job.id)
    .returningAll()
    .executeTakeFirst();
  if (ended) await known.ended?.(tx, ended);
}

/** Puts a running job back into the queue: after a failed attempt, or because the server stops. */
export async function requeueJob(
  tx: Tx,
  { job, change }: { job: JobRow; change: Pick<JobRow, "runAt" | "attempts" | "error"> },
): Promise<void> {
  await tx
    .updateTable("jobs")
    .set({ ...change, state: "queued", leaseUntil: null, owner: null })
    .where("organizationId", "=", job.organizationId)
    .where("id", "=", job.id)
    .execute();
}
