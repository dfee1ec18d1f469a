import type { ReadSite } from "../agents/generate/SiteFacts.ts";
import type { PlanAgent } from "../agents/planAgent.ts";
import type { Answering } from "../answering/answering.ts";
import type { Store } from "../database/store.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Knowledge } from "../knowledge/createKnowledge.ts";
import type { AskInside } from "../requests/askInside.ts";
import type { Scheduler } from "../timing/scheduler.ts";

/** What trials are made from. */
export interface TrialDeps {
  store: Store;
  jobs: Jobs;
  scheduler: Scheduler;
  now: () => number;
  report: (error: unknown) => void;
  readSite: ReadSite;
  askInside: AskInside;
  answering: Answering;
  planAgent: PlanAgent;
  addSource: Knowledge["addSource"];
  /** Whether the operator lets strangers try agents here. */
  hasTrials: boolean;
}
