import type { Store, Tx } from "../database/store.ts";
import { leaseMs } from "./claim.ts";
import { endJob, GiveUp, requeueJob, TryLater } from "./end.ts";
import type { JobKind } from "./kinds.ts";
import type { Holder } from "./share.ts";
import type { JobRow } from "./tables.ts";
import type { Scheduler } from "../timing/scheduler.ts";

const beatEveryMs = leaseMs / 3;
const tellEveryMs = 400;
const firstRetryMs = 2000;
const longestRetryMs = 5 * 60_000;

/** One attempt at a job, under way. */
export interface Run extends Holder {
  kind: string;
  /** Resolves when the attempt is over and written down; never rejects. */
  ended: Promise<void>;
  /** Looks now whether somebody wants the job to end. */
  check(): void;
  /** The server stops: the job goes back into the queue once its handler has ended. */
  stop(): void;
  /** Others wait for the place: the same. */
  yield(): void;
}

export interface RunOptions {
  job: JobRow;
  known: JobKind;
  store: Store;
  now: () => number;
  report: (error: unknown) => void;
  scheduler: Scheduler;
}

/** Runs the handler of a claimed job with a lease that is renewed, and writes down how it ended. */
export function startRun(options: RunOptions): Run {
  const { job, known, report, scheduler } = options;
  const control = new AbortController();
  const beat = () => renewLease(options, control);
  const beatAndReport = () => void beat().catch(report);
  const stopBeating = scheduler.every({ name: "renews a job's lease", everyMs: beatEveryMs, work: beat });
  const teller = createTeller(options);

  async function run(): Promise<void> {
    const outcome = await known
      .handler(job, {
        signal: control.signal,
        progress: teller.tell,
        heartbeat: async () => {
          await beat();
          control.signal.throwIfAborted();
        },
      })
      .then(
        () => ({ failed: false as const }),
        (error: unknown) => ({ failed: true as const, error }),
      );
    void stopBeating();
    await teller.finish();
    await options.store.transaction((tx) =>
      writeOutcome(tx, { ...options, outcome, reason: control.signal.reason }),
    );
  }

  return {
    kind: job.kind,
    organizationId: job.organizationId,
    startedAt: options.now(),
    get isYielding() {
      return control.signal.reason === yielding;
    },
    // What could not be written is not lost: the lease runs out and the job is begun again.
    ended: run()
      .catch(report)
      .finally(() => void stopBeating()),
    check: beatAndReport,
    stop: () => control.abort(stopping),
    yield: () => control.abort(yielding),
  };
}

const stopping = new Error("The server is stopping.");
const yielding = new Error("The job gives its place to others and goes on later.");
const cancelled = new Error("The job was canceled.");
const leaseLost = new Error("Another process has taken the job over.");

async function renewLease({ job, store, now }: RunOptions, control: AbortController): Promise<void> {
  const row = await store.db
    .updateTable("jobs")
    .set({ leaseUntil: now() + leaseMs })
    .where("organizationId", "=", job.organizationId)
    .where("id", "=", job.id)
    .where("owner", "=", job.owner)
    .where("attempts", "=", job.attempts)
    .where("state", "=", "running")
    .returning("cancelAskedAt")
    .executeTakeFirst();
  if (!row) control.abort(leaseLost);
  else if (row.cancelAskedAt !== null) control.abort(cancelled);
}

interface Outcome {
  outcome: { failed: false } | { failed: true; error: unknown };
  /** Why the handler was asked to end, if it was. */
  reason: unknown;
}

async function writeOutcome(
  tx: Tx,
  { job, known, now, outcome, reason, report }: RunOptions & Outcome,
): Promise<void> {
  const current = await tx
    .selectFrom("jobs")
    .selectAll()
    .where("organizationId", "=", job.organizationId)
    .where("id", "=", job.id)
    .forUpdate()
    .executeTakeFirst();
  const isOurs =
    current?.state === "running" && current.owner === job.owner && current.attempts === job.attempts;
  if (!isOurs) return;

  const at = now();
  const finish = (state: "done" | "failed" | "cancelled", error: string | null = null) =>
    endJob(tx, { job: current, known, end: { state, error }, now: at });
  if (current.cancelAskedAt !== null) return finish("cancelled");
  if (!outcome.failed) return finish("done");
  if (reason === stopping || reason === yielding) {
    return requeueJob(tx, { job, change: { runAt: at, attempts: job.attempts - 1, error: job.error } });
  }

  if (outcome.error instanceof TryLater) {
    const { when, message } = outcome.error;
    const runAt = typeof when === "number" ? at + when : when.at;
    const change = { runAt, attempts: job.attempts - 1, error: message };
    return requeueJob(tx, { job, change });
  }

  report(outcome.error);
  const error = outcome.error instanceof Error ? outcome.error.message : String(outcome.error);
  if (outcome.error instanceof GiveUp || job.attempts >= job.maxAttempts) return finish("failed", error);
  return requeueJob(tx, {
    job,
    change: { runAt: at + chooseRetryMs(job.attempts), attempts: job.attempts, error },
  });
}

function chooseRetryMs(attempts: number): number {
  const pauseMs = Math.min(longestRetryMs, firstRetryMs * 4 ** (attempts - 1));
  return Math.round(pauseMs * (0.75 + Math.random() / 2));
}

/** Writes the newest progress soon, and not for every call: each write is a commit. */
function createTeller({ job, store, report }: RunOptions) {
  let newest: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  async function write(): Promise<void> {
    timer = undefined;
    if (newest === undefined) return;
    const progress = newest;
    newest = undefined;
    await store.db
      .updateTable("jobs")
      .set({ progress })
      .where("organizationId", "=", job.organizationId)
      .where("id", "=", job.id)
      .where("owner", "=", job.owner)
      .where("attempts", "=", job.attempts)
      .execute();
  }

  const writeNext = () => (writing = writing.then(write).catch(report));

  return {
    tell: (value: Record<string, unknown>) => {
      newest = JSON.stringify(value);
      timer ??= setTimeout(() => void writeNext(), tellEveryMs);
    },
    finish: async () => {
      clearTimeout(timer);
      await writeNext();
    },
  };
}
