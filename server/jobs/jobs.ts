import type { Db, Store, Tx } from "../database/store.ts";
import { takeBackAll } from "./claim.ts";
import { askToCancel, insertJob } from "./enqueue.ts";
import type { NewJob } from "./enqueue.ts";
import type { JobHandler, JobKind } from "./kinds.ts";
import { createPlaces } from "./places.ts";
import { removeEnded } from "./removeEnded.ts";
import type { JobRow } from "./tables.ts";
import { createScheduler } from "../timing/scheduler.ts";
import type { Scheduler } from "../timing/scheduler.ts";

/** Which job, found through its organization. */
export interface JobAddress {
  organizationId: string;
  id: string;
}

/** The part of the bus that the queue needs; live/bus.ts has one, and lies above this folder. */
export interface Signals {
  publish(channel: string, text: string): void;
  subscribe(channel: string, hear: (text: string | null) => void): () => void;
}

export interface Jobs {
  /** Says who does the jobs of a kind. The same kinds are registered in every process that works. */
  register(kind: string, handler: JobHandler, options?: Partial<Omit<JobKind, "handler">>): void;
  /** Adds a job in the caller's transaction, or gives the one of this kind and key that is queued or running already. */
  enqueue(tx: Tx, job: NewJob): Promise<JobRow>;
  /** Ends a queued job, or asks a running one, in whichever process, to end. Gives the job as it is then, if any. */
  cancel(tx: Tx, address: JobAddress): Promise<JobRow | undefined>;
  get(db: Db, address: JobAddress): Promise<JobRow | undefined>;
  /** The newest jobs of a kind, of one key and in one state where these are given. */
  list(
    db: Db,
    wanted: { organizationId: string; kind: string; key?: string; state?: JobRow["state"]; limit: number },
  ): Promise<JobRow[]>;
  /** Begins to work. On SQLite the jobs of the process that died are taken back at once. */
  start(): Promise<void>;
  /**
   * Ends the work: running jobs are asked to end and go back to the queue, to be continued after the next start or by
   * another process. One that does not end in this time is left behind, and its lease runs out.
   */
  stop(withinMs: number): Promise<void>;
}

export interface JobsOptions {
  store: Store;
  bus: Signals;
  now?: () => number;
  report?: (error: unknown) => void;
  scheduler?: Scheduler;
}

const pollEveryMs = 2000;
const removeEveryMs = 60 * 60_000;
const queuedChannel = "jobs:queued";
const cancelChannel = "jobs:cancel";

/** Makes the queue of this store. Nothing runs before `start`. */
export function createJobs(options: JobsOptions): Jobs {
  const { store, bus, now = Date.now, report = console.error } = options;
  const { scheduler = createScheduler({ now, report }) } = options;
  const kinds = new Map<string, JobKind>();
  const places = createPlaces({ store, kinds, now, report, scheduler });
  const { look } = places;
  const unsubscribe: Array<() => void> = [];
  const tasks: (() => Promise<void>)[] = [];
  let removed = Promise.resolve();

  function removeOld(): Promise<void> {
    removed = removeEnded(store, { now: now(), goesOn: places.isOpen }).catch(report);
    return removed;
  }

  return {
    register: (kind, handler, { concurrency = 1, maxAttempts = 5, yields = false, ended } = {}) => {
      kinds.set(kind, { handler, concurrency, maxAttempts, yields, ended });
      if (places.isOpen()) void look(kind);
    },
    enqueue: async (tx, job) => {
      const maxAttempts = job.maxAttempts ?? kinds.get(job.kind)?.maxAttempts ?? 5;
      const row = await insertJob(tx, { ...job, maxAttempts, now: now() });
      tx.afterCommit(() => bus.publish(queuedChannel, job.kind));
      return row;
    },
    cancel: async (tx, address) => {
      const job = await askToCancel(tx, { ...address, now: now() });
      if (job?.state === "cancelled") await kinds.get(job.kind)?.ended?.(tx, job);
      if (job?.state === "running") tx.afterCommit(() => bus.publish(cancelChannel, job.id));
      return job;
    },
    get: (db, { organizationId, id }) =>
      db
        .selectFrom("jobs")
        .selectAll()
        .where("organizationId", "=", organizationId)
        .where("id", "=", id)
        .executeTakeFirst(),
    list: (db, { organizationId, kind, key, state, limit }) =>
      db
        .selectFrom("jobs")
        .selectAll()
        .where("organizationId", "=", organizationId)
        .where("kind", "=", kind)
        .$if(key !== undefined, (query) => query.where("key", "=", key ?? ""))
        .$if(state !== undefined, (query) => query.where("state", "=", state ?? "queued"))
        .orderBy("createdAt", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .execute(),
    start: async () => {
      if (store.dialect === "sqlite") await takeBackAll(store);
      places.open();
      unsubscribe.push(
        // Where messages got lost, null comes.
        bus.subscribe(queuedChannel, (kind) => void look(kind)),
        bus.subscribe(cancelChannel, (id) => places.check(id)),
      );
      tasks.push(
        scheduler.every({ name: "looks for jobs", everyMs: pollEveryMs, work: () => look() }),
        scheduler.every({ name: "removes old jobs", everyMs: removeEveryMs, work: removeOld }),
      );
      void removeOld();
      void look();
    },
    stop: async (withinMs) => {
      tasks.splice(0).forEach((end) => void end());
      unsubscribe.splice(0).forEach((end) => end());
      await waitAtMost(withinMs, Promise.all([removed, places.close()]));
    },
  };
}

/** A handler that doesn't listen to its signal must not hold up the stop: its lease is taken over later. */
async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, promise]);
  clearTimeout(timer);
}
