import type { DeliveryState } from "../../../shared/domain/channels.ts";

/** Where an agent's team is told. */
export interface TeamNoticesRow {
  organizationId: string;
  agentId: string;
  enabled: number;
  /** JSON list of TeamNoticeKind. */
  kinds: string;
  /** Slack's own ids of the workspace and of the channel there. */
  workspaceId: string | null;
  channelId: string | null;
  channelName: string | null;
  /** JSON list of the members who are told by mail. */
  userIds: string;
  state: "off" | "connected" | "broken";
  problem: string | null;
  lastSentAt: number | null;
  revision: number;
  savedBy: string | null;
  createdAt: number;
  updatedAt: number;
}

/** One thing that the team is told of; in Slack one message. */
export interface TeamPostRow {
  organizationId: string;
  id: string;
  agentId: string;
  threadId: string;
  kind: "handoff" | "approval" | "mention";
  /** The message that says that a person is wanted, the run that waits, or the note and the member whom it names. */
  subject: string;
  /** The member whom a mention is for. */
  userId: string | null;
  /** Why, where it is a hand-over: the event. */
  reason: string | null;
  /** Where it is in Slack, once it was sent. */
  channel: string | null;
  ts: string | null;
  /** A hash of what it showed last. */
  shown: string | null;
  /** 1 as long as it may still change. */
  isOpen: number;
  createdAt: number;
}

/** Something on its way to the team. */
export interface TeamSendRow {
  organizationId: string;
  id: string;
  agentId: string;
  threadId: string;
  postId: string;
  what: "post" | "update" | "message" | "tell" | "mail";
  /** What tells it from others of its post: a message, a member. The same is sent once. */
  subject: string;
  /** JSON of Telling, for what only one person sees in Slack. */
  content: string | null;
  state: DeliveryState;
  /** The job that is sending it. */
  jobId: string | null;
  problem: string | null;
  attempts: number;
  createdAt: number;
  updatedAt: number;
}

/** What one person is told in Slack, where they wrote or pressed. */
export interface Telling {
  user: string;
  text: string;
}

declare module "../../database/store.ts" {
  interface Tables {
    teamNotices: TeamNoticesRow;
    teamPosts: TeamPostRow;
    teamSends: TeamSendRow;
  }
}
