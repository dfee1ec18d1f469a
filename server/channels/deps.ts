import type { ChannelType } from "../../shared/domain/channels.ts";
import type { AgentKey } from "../agents/parts.ts";
import type { Conversations } from "../conversations/conversations.ts";
import type { Secrets } from "../database/secrets.ts";
import type { Store } from "../database/store.ts";
import type { Egress } from "../egress/egress.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Bus } from "../live/bus.ts";
import type { Events } from "../live/events.ts";
import type { Mail } from "../mail/mail.ts";
import type { Scheduler } from "../timing/scheduler.ts";
import type { ChannelSettings } from "./settings.ts";

/** What channels are made from. */
export interface ChannelDeps {
  store: Store;
  bus: Bus;
  events: Events;
  jobs: Jobs;
  mail: Mail;
  egress: Pick<Egress, "resolve">;
  seal: Secrets;
  scheduler: Scheduler;
  channels: ChannelSettings;
  /** The way to addresses of the operator's. */
  operatorFetch: typeof fetch;
  receive: Conversations["receive"];
  reply: Conversations["reply"];
  /** Whether an organization's plan lets its agents meet visitors now. */
  hasPlan(organizationId: string, agentId: string): Promise<boolean>;
  /** The origin that links begin with; null while nobody has said it. */
  lookOrigin(): Promise<string | null>;
  now: () => number;
  /** Is told of faults that no caller waits for. */
  report: (error: unknown) => void;
}

/** One agent's channel. */
export interface ChannelKey extends AgentKey {
  type: ChannelType;
}

/** The name of channels among the followers of live events. */
export const channelFollower = "channels";

/** Whoever polls looks at once what there is to poll. */
export const changedChannel = "channels:changed";
