import type { Skills } from "../actions/skills/createSkills.ts";
import type { Answering } from "../answering/answering.ts";
import type { ThreadActs } from "../conversations/threads/threadActs.ts";
import type { Secrets } from "../database/secrets.ts";
import type { Store } from "../database/store.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Retrieve } from "../knowledge/retrieve.ts";
import type { Bus } from "../live/bus.ts";
import type { Events } from "../live/events.ts";
import type { Mail } from "../mail/mail.ts";
import type { Models } from "../models/models.ts";
import type { Limits } from "../requests/limits.ts";
import type { Storage } from "../storage/storage.ts";
import type { Scheduler } from "../timing/scheduler.ts";

/** What starting a run takes. */
export interface StartDeps {
  store: Store;
  jobs: Pick<Jobs, "enqueue">;
  bus: Bus;
  now: () => number;
}

/** What workflows are made from. */
export interface WorkflowDeps extends StartDeps {
  seal: Secrets;
  mail: Mail;
  events: Pick<Events, "append">;
  limits: Limits;
  models: Models;
  answering: Answering;
  skills: Pick<Skills, "list" | "execute" | "read" | "runCode" | "listEffects" | "findSignIn">;
  retrieve: Retrieve;
  storage: Pick<Storage, "openFile" | "removeFiles">;
  /** What runs do in their conversations. */
  acts: ThreadActs;
  scheduler: Scheduler;
  /** The address that links begin with; null while nobody has said it. */
  lookOrigin(): Promise<string | null>;
  /** Is told of faults that no caller waits for. */
  report: (error: unknown) => void;
}

/** The jobs that take runs on. */
export const runJob = "workflows.run";
/** Tells which run has ended, or waits. */
export const settledChannel = "workflows:settled";
/** The name of workflows among the followers of live events. */
export const workflowFollower = "workflows";

export interface RunKey {
  organizationId: string;
  runId: string;
}
