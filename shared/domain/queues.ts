import type { ReplyDueState } from "./sla.ts";

/** The queues of the inbox, in the order in which they are shown. */
export const queues = [
  "mine",
  "unassigned",
  "waiting",
  "due",
  "ai",
  "mentions",
  "snoozed",
  "closed",
  "all",
] as const;
export type Queue = (typeof queues)[number];

/** What decides about the queues of a conversation. */
export interface Queued {
  status: string;
  handledBy: string;
  assigneeId: string | null;
  waitingSince: number | null;
  replyDue: ReplyDueState | null;
  /** Who is named there in a note that they have not read. */
  mentionedIds?: readonly string[];
}

/** Whether a conversation stands in a queue of somebody's inbox. */
export function isQueued(queue: Queue, thread: Queued, userId: string): boolean {
  const { status, handledBy, assigneeId, waitingSince, replyDue } = thread;
  const isActive = status === "open" || status === "pending";
  switch (queue) {
    case "all":
      return true;
    case "closed":
      return status === "resolved";
    case "snoozed":
      return status === "snoozed";
    case "mine":
      return isActive && assigneeId === userId;
    case "unassigned":
      return isActive && handledBy === "human" && assigneeId === null;
    case "waiting":
      return isActive && waitingSince !== null;
    case "due":
      return replyDue !== null;
    case "ai":
      return isActive && handledBy === "ai";
    case "mentions":
      return thread.mentionedIds?.includes(userId) ?? false;
    default:
      return queue satisfies never;
  }
}
