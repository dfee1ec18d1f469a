export type JobState = "queued" | "running" | "done" | "failed" | "cancelled";

/** One piece of work that outlives the request that asked for it. */
export interface JobRow {
  organizationId: string;
  id: string;
  kind: string;
  /** What it works on: of a kind and key, one job at most is queued or running. */
  key: string;
  state: JobState;
  /** JSON of what the handler is given. */
  payload: string;
  /** JSON of how far this attempt is, as the handler last told. */
  progress: string | null;
  /** How often it was begun; a start that a graceful stop took back doesn't count. */
  attempts: number;
  maxAttempts: number;
  /** Not before this time. */
  runAt: number;
  /** While it runs: until when its process has said that it is alive. */
  leaseUntil: number | null;
  /** While it runs: the process that runs it. */
  owner: string | null;
  /** While it runs: since when it is asked to end. */
  cancelAskedAt: number | null;
  /** Why the last attempt failed. */
  error: string | null;
  createdAt: number;
  /** When the first attempt began. */
  startedAt: number | null;
  endedAt: number | null;
}

declare module "../database/store.ts" {
  interface Tables {
    jobs: JobRow;
  }
}
