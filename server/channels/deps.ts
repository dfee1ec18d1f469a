import type { ChannelType } from "../../shared/domain/channels.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { AgentKey } from "../agents/parts.ts";
import type { Conversations } from "../conversations/conversations.ts";
import type { Secrets } from "../database/secrets.ts";
import type { Store } from "../database/store.ts";
import type { Egress } from "../egress/egress.ts";
import type { NameServers } from "../egress/nameServers.ts";
import type { AuditRecord } from "../requests/audit.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Bus } from "../live/bus.ts";
import type { Events } from "../live/events.ts";
import type { Limits } from "../requests/limits.ts";
import type { Mail } from "../mail/mail.ts";
import type { Storage } from "../storage/storage.ts";
import type { Scheduler } from "../timing/scheduler.ts";
import type { ChannelSettings, SlackApp } from "./settings.ts";

/** What channels are made from. */
export interface ChannelDeps {
  store: Store;
  bus: Bus;
  events: Events;
  jobs: Jobs;
  mail: Mail;
  storage: Pick<Storage, "openFile">;
  egress: Pick<Egress, "resolve" | "fetch">;
  seal: Secrets;
  /** Signs the addresses of files. */
  attachmentKey: Uint8Array;
  scheduler: Scheduler;
  channels: ChannelSettings;
  /** The installation's own Slack app; null where there is none. */
  slackApp: SlackApp | null;
  findMember: Accounts["findMember"];
  hasSession: Accounts["hasSession"];
  /** The way to addresses of the operator's. */
  operatorFetch: typeof fetch;
  receive: Conversations["receive"];
  reply: Conversations["reply"];
  rate: Conversations["rate"];
  speakIn: Conversations["speakIn"];
  callMarks: Conversations["callMarks"];
  channelMarks: Conversations["channelMarks"];
  limits: Limits;
  /** What an agent says before anybody writes, and suggests to ask. */
  findWelcome(agent: AgentKey): Promise<{ text: string; suggestions: string[] }>;
  /** What members decide from outside of the console. */
  decisions: Conversations["decisions"];
  /** Writes down what a member did from outside of the console. */
  record(done: AuditRecord): Promise<void>;
  /** Asks for the keys that mails are signed with. */
  nameServers: Pick<NameServers, "texts">;
  /** Whether an organization's plan lets its agents meet visitors now. */
  hasPlan(organizationId: string, agentId: string): Promise<boolean>;
  /** The address that links begin with; null while nobody has said it. */
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

/** Polling checks immediately for something to poll. */
export const changedChannel = "channels:changed";
