import type { Subscription } from "../../shared/contract/billing/billing.ts";
import type { Store } from "../database/store.ts";
import type { Log } from "../requests/log.ts";
import type { Scheduler } from "../timing/scheduler.ts";

/** What analytics are made from. */
export interface AnalyticsDeps {
  store: Store;
  log: Log;
  scheduler: Scheduler;
  now: () => number;
  /** What an organization's plan allows. */
  findSubscription: (organizationId: string) => Promise<Subscription>;
  /** Is told of faults that no caller waits for. */
  report: (error: unknown) => void;
}
