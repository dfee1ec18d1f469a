import type { Tx } from "../database/store.ts";
import type { JobRow } from "./tables.ts";

/** What a handler is given beside its job. */
export interface JobTools {
  /** Aborts when somebody cancels the job, when the server stops, or when the lease is lost: end soon, and throw. */
  signal: AbortSignal;
  /**
   * Tells how far the job is, each time it gets further: a process that dies after that has not died of this job. Call
   * it as often as you like: it is written a few times a second at most.
   */
  progress(value: Record<string, unknown>): void;
  /** Renews the lease immediately and throws if the job is no longer ours: for the moment before something final. */
  heartbeat(): Promise<void>;
}

/**
 * Does the work of one job. It may run again after a crash, so it finds what an earlier attempt has done and continues
 * from there. What it throws is retried later; `GiveUp` is not.
 */
export type JobHandler = (job: JobRow, tools: JobTools) => Promise<void>;

export interface JobKind {
  handler: JobHandler;
  /** How many at a time in this process. */
  concurrency: number;
  /**
   * Whether a running job is asked to end when another organization waits for its place, or anybody does after a slice
   * of time: for jobs that take long and continue from where they were. An organization alone has all places then; of
   * other kinds one place is left to the others.
   */
  yields: boolean;
  maxAttempts: number;
  /**
   * Runs in the transaction that writes the job's end (done, failed or canceled, also of a job that never began or
   * whose process died too often): the place where the rows that show it to people get their last state.
   */
  ended?: ((tx: Tx, job: JobRow) => Promise<void>) | undefined;
}

/** A kind of job with its name, as a capability hands it to the assembly. */
export interface NamedJobKind extends Partial<Omit<JobKind, "handler">>, Pick<JobKind, "handler"> {
  kind: string;
}
