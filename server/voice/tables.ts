import type { CallEnding } from "../../shared/domain/call.ts";

/** A call by voice. What was said in it is the conversation. */
export interface CallRow {
  organizationId: string;
  id: string;
  agentId: string;
  /** The conversation; null before anything was said. */
  threadId: string | null;
  contactId: string;
  sessionId: string;
  surfaceType: string;
  preview: number;
  /** A BCP 47 tag. */
  language: string;
  /** `waiting`: nobody has opened its socket yet. */
  state: "waiting" | "running" | "ended";
  ending: CallEnding | null;
  startedAt: number | null;
  endedAt: number | null;
  /** When the process that has it last said so. */
  seenAt: number;
  /** JSON: how long each turn took. */
  turns: string;
  createdAt: number;
  /** The message that says that it is over; its recording may come later. */
  endMessageId: string | null;
  /** The avatar's room at its service, until it is ended there. */
  avatarRoomId: string | null;
}

declare module "../database/store.ts" {
  interface Tables {
    calls: CallRow;
  }
}
