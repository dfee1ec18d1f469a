import type { Store } from "../../database/store.ts";
import type { Secrets } from "../../database/secrets.ts";
import type { Egress } from "../../egress/egress.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { Scheduler } from "../../timing/scheduler.ts";

/** The dependencies of push. */
export interface PushDeps {
  store: Store;
  jobs: Pick<Jobs, "enqueue">;
  egress: Pick<Egress, "check" | "fetch">;
  seal: Pick<Secrets, "seal" | "unseal">;
  /** Whom a push service may write to about what we send: `mailto:` or `https:`. */
  pushContact: string;
  now: () => number;
  scheduler: Scheduler;
  /** Is told of faults that no caller waits for. */
  report: (error: unknown) => void;
}

/** A browser's subscription, as it gave it. */
export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** The name of push among the followers of live events. */
export const pushFollower = "push";

/** What its address and keys are sealed for. */
export const subscriptionPurpose = "push-subscription";
