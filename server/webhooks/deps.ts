import type { Seal, Mail } from "../mail/mail.ts";
import type { Store } from "../database/store.ts";
import type { Egress } from "../egress/egress.ts";
import type { Bus } from "../live/bus.ts";
import type { Scheduler } from "../timing/scheduler.ts";

/** The dependencies of webhooks. */
export interface WebhookDeps {
  store: Store;
  bus: Bus;
  egress: Pick<Egress, "check" | "fetch">;
  seal: Seal;
  mail: Mail;
  /** Signs the addresses at which visitors' files are seen. */
  attachmentKey: Uint8Array;
  /** Those of these agents that the organization has. */
  findOwnAgents: (organizationId: string, agentIds: readonly string[]) => Promise<string[]>;
  /** The address that links begin with; null while nobody has said it. */
  lookOrigin(): Promise<string | null>;
  now: () => number;
  scheduler: Scheduler;
  /** Is told of faults that no caller waits for. */
  report: (error: unknown) => void;
}

/** The name of webhooks among the followers of live events; each of them is a subscriber. */
export const webhookFollower = "webhooks";

/** A sender checks immediately for what is due. */
export const dueChannel = "webhooks:due";
