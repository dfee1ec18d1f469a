import type { ChannelType, DeliveryState } from "../../shared/domain/channels.ts";
import type { PhoneState } from "../../shared/domain/phoneCalls.ts";

/** A channel that the team set up for an agent. */
export interface ChannelRow {
  organizationId: string;
  agentId: string;
  type: ChannelType;
  /** Stands in the address that the provider sends to. */
  webhookKey: string;
  enabled: number;
  /** JSON: fields that are no secrets, by name. */
  settings: string;
  /** Sealed JSON: secret fields by name. */
  secrets: string;
  /** The workspace to which somebody added this installation's app: its events find the agent by it. */
  installedIn: string | null;
  /** Sealed JSON of Install; null where nobody added the app. */
  install: string | null;
  /** JSON of Account; null before the provider was asked. */
  account: string | null;
  state: "off" | "connected" | "broken";
  problem: string | null;
  /** How far a channel that is polled was read. */
  cursor: string | null;
  /** Which process polls it, and until when it said so. */
  pollOwner: string | null;
  pollUntil: number;
  lastReceivedAt: number | null;
  lastSentAt: number | null;
  revision: number;
  savedBy: string | null;
  createdAt: number;
  updatedAt: number;
}

/** What a provider sent, as it came: stored before it is acknowledged, and once however often it is repeated. */
export interface ChannelUpdateRow {
  organizationId: string;
  id: string;
  agentId: string;
  type: ChannelType;
  /** The provider's own id of it. */
  updateKey: string;
  /** What is read in order: a chat, a thread, a sender. */
  conversation: string;
  /** The provider's time. */
  at: number;
  /** JSON as it came; emptied once its words stand in a conversation, or nothing of it does. */
  body: string;
  state: "waiting" | "done" | "skipped" | "failed";
  /** The job that reads its conversation. */
  jobId: string | null;
  /** Why it is skipped or failed. */
  note: string | null;
  attempts: number;
  createdAt: number;
}

/** Where a conversation's messages go from one position on, up to the position of its next row. */
export interface ChannelThreadRow {
  organizationId: string;
  threadId: string;
  fromPosition: number;
  agentId: string;
  /** Null for the chat in which the conversation began; the next four are empty then. */
  type: ChannelType | null;
  /** The person's id there: of a row in contactIdentities. */
  externalId: string;
  conversation: string;
  /** JSON: what the kind needs to answer here. */
  address: string;
  /** When the person wrote last. */
  lastReceivedAt: number | null;
  createdAt: number;
}

/** A part of a message on its way to a person. */
export interface ChannelDeliveryRow {
  organizationId: string;
  id: string;
  agentId: string;
  type: ChannelType;
  threadId: string;
  messageId: string;
  /** A long message is sent in several. */
  part: number;
  /** Whom it was written for, and where: it goes there even if the conversation has another address by then. */
  externalId: string | null;
  address: string | null;
  /** JSON of Outgoing. */
  content: string;
  state: DeliveryState;
  /** The job that is sending it. */
  jobId: string | null;
  /** What the provider calls it. */
  platformId: string | null;
  problem: string | null;
  attempts: number;
  createdAt: number;
  updatedAt: number;
}

/** An answer that is shown while it is written, as the message that it becomes: until it is sent, or there won't be one. */
export interface ChannelDraftRow {
  organizationId: string;
  messageId: string;
  agentId: string;
  type: ChannelType;
  threadId: string;
  /** JSON of DraftPlace; null while the provider is asked to show it. */
  place: string | null;
  /** While the provider is asked to show it, or more of it: how long that takes at most. */
  busyUntil: number | null;
  createdAt: number;
}

/** A telephone call, from the moment when it rings here or is dialed. What was said in it is the conversation. */
export interface PhoneCallRow {
  organizationId: string;
  id: string;
  agentId: string;
  direction: "inbound" | "outbound";
  state: PhoneState;
  /** What the provider calls it; null until it has said so. */
  providerId: string | null;
  /** The caller's identity: of a row in contactIdentities. */
  externalId: string;
  contactId: string;
  /** The conversation that begins with the first words. */
  threadId: string;
  /** What the agent says first, where somebody wrote that for this call. */
  greeting: string | null;
  /** The same for every repeat of the request that began it; null for a call that came in. */
  clientId: string | null;
  problem: string | null;
  createdBy: string | null;
  createdAt: number;
  updatedAt: number;
}

declare module "../database/store.ts" {
  interface Tables {
    channels: ChannelRow;
    channelUpdates: ChannelUpdateRow;
    channelThreads: ChannelThreadRow;
    channelDeliveries: ChannelDeliveryRow;
    channelDrafts: ChannelDraftRow;
    phoneCalls: PhoneCallRow;
  }
}
