import type { ThreadRating, ThreadStatus } from "../../shared/contract/conversations.ts";
import type { MessageRow, ThreadRow } from "./tables.ts";

interface Holder {
  assigneeId: string | null;
  teamId: string | null;
}

/** What happened to a conversation. */
export type ThreadFact =
  | { type: "conversation.created" | "conversation.sla_breached" }
  | { type: "conversation.status_changed"; from: ThreadStatus; to: ThreadStatus }
  | { type: "conversation.handed_over"; from: "ai" | "human"; to: "ai" | "human" }
  | { type: "conversation.assigned"; from: Holder; to: Holder }
  | { type: "conversation.rated"; from: number | null; to: number | null };

export interface ContactFact {
  type: "contact.created" | "contact.identified";
}

export type Fact = ThreadFact | ContactFact | { type: "message.created" | "message.updated" };

/**
 * What a live event keeps of what happened, for those outside (webhooks): they are told of each change once, exactly as
 * it was committed, however late they read. States and ids only: what was said stands in the rows.
 */
export interface EventFacts {
  facts?: Fact[];
}

/** Gives what happened between two states of a thread. */
export function threadFacts(before: ThreadRow, after: ThreadRow): EventFacts {
  const facts: Fact[] = [];
  if (before.handledBy !== after.handledBy) {
    facts.push({ type: "conversation.handed_over", from: before.handledBy, to: after.handledBy });
  }
  const [from, to] = [holderOf(before), holderOf(after)];
  if (from.assigneeId !== to.assigneeId || from.teamId !== to.teamId) {
    facts.push({ type: "conversation.assigned", from, to });
  }
  if (before.status !== after.status) {
    facts.push({ type: "conversation.status_changed", from: before.status, to: after.status });
  }
  // One that wakes overdue was told of before it slept, or is told of by a line of its own.
  if (before.replyDue !== after.replyDue && after.replyDue === "overdue" && before.status !== "snoozed") {
    facts.push({ type: "conversation.sla_breached" });
  }
  if (before.rating !== after.rating) {
    facts.push({ type: "conversation.rated", from: scoreOf(before), to: scoreOf(after) });
  }
  return facts.length > 0 ? { facts } : {};
}

/**
 * Gives what happened with a message: a conversation begins with its first one. Of the message itself nothing is told
 * while it is still being written, nor of what merely is read about a thread.
 */
export function messageFacts(
  { kind, status }: Pick<MessageRow, "kind" | "status">,
  { isNew, isBegun }: { isNew: boolean; isBegun: boolean },
): EventFacts {
  const facts: Fact[] = isBegun ? [{ type: "conversation.created" }] : [];
  const isTold = kind !== "event" && status !== "streaming";
  if (isTold) facts.push({ type: isNew ? "message.created" : "message.updated" });
  return facts.length > 0 ? { facts } : {};
}

function holderOf({ assigneeId, teamId }: ThreadRow): Holder {
  return { assigneeId, teamId };
}

function scoreOf({ rating }: ThreadRow): number | null {
  return rating === null ? null : (JSON.parse(rating) as ThreadRating).score; // written by rateConversation
}
