import type { ReplyDueState } from "./sla.ts";

/** The queues of the inbox, in the order in which they are shown. */
export const queues = [
  "mine",
  "unassigned",
  "waiting",
  "due",
  "approvals",
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
  /** How many of the agent's actions wait there for the team's approval. */
  approvals: number;
  /** Members mentioned in an unread note. */
  mentionedIds?: readonly string[];
}

/** What decides whether the visitor of a conversation waits for any member. */
export interface Awaiting extends Pick<Queued, "status" | "handledBy" | "assigneeId"> {
  personRequestedAt: number | null;
}

/**
 * Whether a conversation waits for any member. To put it on `pending` ends no request: who asked was answered by nobody
 * yet. While it sleeps it is offered to nobody.
 */
export function isAwaitingPerson({ handledBy, assigneeId, personRequestedAt, status }: Awaiting): boolean {
  return isActive(status) && handledBy === "human" && assigneeId === null && personRequestedAt !== null;
}

/** Whether a conversation is in a queue of somebody's inbox. */
export function isQueued(queue: Queue, thread: Queued, userId: string): boolean {
  const { status, handledBy, assigneeId, waitingSince, replyDue, approvals } = thread;
  switch (queue) {
    case "all":
      return true;
    case "closed":
      return status === "resolved";
    case "snoozed":
      return status === "snoozed";
    case "mine":
      return isActive(status) && assigneeId === userId;
    case "unassigned":
      return isActive(status) && handledBy === "human" && assigneeId === null;
    case "waiting":
      return isActive(status) && waitingSince !== null;
    case "due":
      return replyDue !== null;
    case "approvals":
      return approvals > 0;
    case "ai":
      return isActive(status) && handledBy === "ai";
    case "mentions":
      return thread.mentionedIds?.includes(userId) ?? false;
    default:
      return queue satisfies never;
  }
}

function isActive(status: string): boolean {
  return status === "open" || status === "pending";
}
