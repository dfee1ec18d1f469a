import { sql } from "kysely";
import type { ExpressionBuilder } from "kysely";
import type { Store, Tables, Tx } from "../database/store.ts";
import type { JobKind } from "./kinds.ts";
import { endJob } from "./end.ts";
import { addPlaces, chooseNext } from "./share.ts";
import type { Waiting } from "./share.ts";
import type { JobRow } from "./tables.ts";

/** A process that says nothing for this long is taken for dead, and its jobs are begun again by others. */
export const leaseMs = 30_000;

export interface Wanted {
  store: Store;
  kind: string;
  now: number;
  /** The jobs that run here: a clock that leapt over the end of their leases makes none of them silent. */
  running: readonly string[];
}

export interface Claim extends Wanted {
  known: JobKind;
  owner: string;
  limit: number;
  /** The organizations whose jobs are due, in the order of their turns. */
  order: readonly string[];
  /** How many jobs of this kind each organization has under way here, and how many it may have. */
  places: ReadonlyMap<string, number>;
  mostEach: number;
}

/**
 * Takes jobs that are due, and jobs whose process fell silent; nobody else gets them then. Organizations take turns,
 * and the one with the fewest places comes first; of its own jobs the longest waiting one does.
 */
export async function claimJobs(claim: Claim): Promise<JobRow[]> {
  const { store, limit, mostEach } = claim;
  return store.transaction(async (tx) => {
    const claimed: JobRow[] = [];
    const places = new Map(claim.places);
    let order = claim.order;
    while (claimed.length < limit) {
      const organizationId = chooseNext(order, { places, mostEach });
      if (organizationId === undefined) break;
      const due = (await findSilent(tx, claim, organizationId)) ?? (await findDue(tx, claim, organizationId));
      if (!due) {
        order = order.filter((one) => one !== organizationId);
        continue;
      }
      const begun = await beginOrEnd(tx, due, claim);
      if (!begun) continue;
      claimed.push(begun);
      addPlaces(places, organizationId, 1);
      // Among equals the next one comes first now.
      order = [...order.filter((one) => one !== organizationId), organizationId];
    }
    return claimed;
  });
}

/** The organizations with jobs of a kind that somebody should begin now. */
export async function listWaiting(wanted: Wanted): Promise<Waiting[]> {
  if (!(await isAnyDue(wanted))) return [];
  const [queued, silent] = [await listQueued(wanted), await listSilent(wanted)];
  return [...new Map([...queued, ...silent].map((one) => [one.organizationId, one])).values()];
}

/** Queues the jobs of a process that is known to be dead: on SQLite every other one, since this one has the folder. */
export async function takeBackAll(store: Store): Promise<void> {
  await store.db.updateTable("jobs").set({ leaseUntil: 0 }).where("state", "=", "running").execute();
}

/** A look without a transaction, because it is asked every other second and the answer is mostly no. */
async function isAnyDue({ store, kind, now, running }: Wanted): Promise<boolean> {
  const job = await store.db
    .selectFrom("jobs")
    .select("id")
    .where("kind", "=", kind)
    .where((row) =>
      row.or([
        row.and([row("state", "=", "queued"), row("runAt", "<=", now)]),
        row.and([row("state", "=", "running"), row("leaseUntil", "<=", now), isElsewhere(row, running)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return job !== undefined;
}

function isElsewhere(row: ExpressionBuilder<Tables, "jobs">, running: readonly string[]) {
  return running.length === 0 ? row.lit(true) : row("id", "not in", running);
}

/** Steps from one organization to the next by the index: one with thousands of jobs costs no more than one with one. */
async function listQueued({ store, kind, now }: Wanted): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    with recursive "next" ("organizationId") as (
      select min("organizationId") from "jobs" where "state" = 'queued' and "kind" = ${kind}
      union all
      select (
        select min("jobs"."organizationId") from "jobs"
        where "state" = 'queued' and "kind" = ${kind} and "jobs"."organizationId" > "next"."organizationId"
      ) from "next" where "next"."organizationId" is not null
    )
    select "organizationId", (
      select min("runAt") from "jobs"
      where "state" = 'queued' and "kind" = ${kind} and "jobs"."organizationId" = "next"."organizationId"
    ) as "since"
    from "next" where "organizationId" is not null`.execute(store.db);
  return rows
    .map(({ organizationId, since }) => ({ organizationId, since: Number(since) }))
    .filter(({ since }) => since <= now);
}

async function listSilent({ store, kind, now, running }: Wanted): Promise<Waiting[]> {
  const rows = await store.db
    .selectFrom("jobs")
    .select(["organizationId", "leaseUntil"])
    .where("kind", "=", kind)
    .where("state", "=", "running")
    .where("leaseUntil", "<=", now)
    .where((row) => isElsewhere(row, running))
    .execute();
  return rows.map(({ organizationId, leaseUntil }) => ({ organizationId, since: leaseUntil ?? now }));
}

function findDue(tx: Tx, { kind, now }: Claim, organizationId: string): Promise<JobRow | undefined> {
  return tx
    .selectFrom("jobs")
    .selectAll()
    .where("state", "=", "queued")
    .where("kind", "=", kind)
    .where("organizationId", "=", organizationId)
    .where("runAt", "<=", now)
    .orderBy("runAt")
    .orderBy("id")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

function findSilent(
  tx: Tx,
  { kind, now, running }: Claim,
  organizationId: string,
): Promise<JobRow | undefined> {
  return tx
    .selectFrom("jobs")
    .selectAll()
    .where("state", "=", "running")
    .where("kind", "=", kind)
    .where("organizationId", "=", organizationId)
    .where("leaseUntil", "<=", now)
    .where((row) => isElsewhere(row, running))
    .orderBy("leaseUntil")
    .orderBy("id")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
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
