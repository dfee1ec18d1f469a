import type { Subscription } from "../../shared/contract/billing/billing.ts";
import type { PlanAgent } from "../agents/planAgent.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Knowledge } from "../knowledge/createKnowledge.ts";
import type { Mail } from "../mail/mail.ts";
import type { Storage } from "../storage/storage.ts";
import type { Store } from "../database/store.ts";
import type { AskInside } from "../requests/askInside.ts";
import type { Log } from "../requests/log.ts";
import type { Scheduler } from "../timing/scheduler.ts";

/** What analytics are made from. */
export interface AnalyticsDeps {
  store: Store;
  log: Log;
  scheduler: Scheduler;
  now: () => number;
  jobs: Pick<Jobs, "enqueue">;
  storage: Pick<Storage, "readUse">;
  mail: Pick<Mail, "isConfigured" | "send">;
  /** The address that links begin with; null while nobody has said it. */
  lookOrigin(): Promise<string | null>;
  /** What the addresses that end letters are signed with. */
  digestKey: Uint8Array;
  askInside: AskInside;
  planAgent: PlanAgent;
  addSource: Knowledge["addSource"];
  /** What an organization's plan allows. */
  findSubscription: (organizationId: string) => Promise<Subscription>;
  /** Is told of faults that no caller waits for. */
  report: (error: unknown) => void;
}
