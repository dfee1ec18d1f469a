import { contactFieldNames } from "../../../shared/domain/contactFields.ts";
import type { ThreadRating, ThreadStatus } from "../../../shared/contract/conversations/conversations.ts";
import type { ContactPart, ThreadPart } from "../../../shared/domain/webhooks.ts";
import type { ContactRow, MessageRow, ThreadRow } from "../tables.ts";

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
  | { type: "conversation.rated"; from: number | null; to: number | null }
  | { type: "conversation.updated"; changed: ThreadPart[] };

/** What became known of a contact. */
export type ContactFact =
  | { type: "contact.created" | "contact.identified" }
  | { type: "contact.updated"; changed: ContactPart[] }
  | { type: "contact.unmerged"; from: string };

/** What is over: all that is left to be told of it are ids. */
export type EndFact =
  | { type: "conversation.deleted" | "contact.deleted" | "agent.deleted" }
  | { type: "contact.merged"; into: string }
  | { type: "label.deleted"; labelId: string }
  | { type: "custom_field.deleted"; key: string };

/** What happened to a message, whose id is beside it in the event. */
export interface MessageFact {
  type: "message.created" | "message.updated" | "message.deleted";
}

export type Fact = ThreadFact | ContactFact | EndFact | MessageFact;

/**
 * What a live event keeps of what happened, for those outside (webhooks): they are told of each change once, exactly as
 * it was committed, however late they read. States and ids only: what was said is in the rows.
 */
export interface EventFacts {
  facts?: Fact[];
}

/** Gives what happened between two states of a thread, with what changed that is not in its row. */
export function threadFacts(
  before: ThreadRow,
  after: ThreadRow,
  alsoChanged: readonly ThreadPart[] = [],
): EventFacts {
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
  const inRow = (["title", "priority"] as const).filter((name) => before[name] !== after[name]);
  const cameOut = isOutcomeAnother(before, after) ? ["resolution" as const] : [];
  const changed: ThreadPart[] = [...inRow, ...cameOut, ...alsoChanged];
  // One that begins is told of as it is.
  if (before.nextPosition > 0 && changed.length > 0) facts.push({ type: "conversation.updated", changed });
  return facts.length > 0 ? { facts } : {};
}

/** Whether a thread came out otherwise, or for another reason. */
export function isOutcomeAnother(before: ThreadRow, after: ThreadRow): boolean {
  return before.resolution !== after.resolution || before.resolutionReason !== after.resolutionReason;
}

/** Gives what becomes known of a contact by a change. */
export function contactFacts(before: ContactRow, changes: Partial<ContactRow>): ContactFact[] {
  const after = { ...before, ...changes };
  const named = ["name", ...contactFieldNames, "attributes", "verified", "externalId"] as const;
  const changed: ContactPart[] = named.filter((name) => before[name] !== after[name]);
  if ((before.blockedAt === null) !== (after.blockedAt === null)) changed.push("isBlocked");
  return [
    ...(isIdentified(before, changes) ? [{ type: "contact.identified" as const }] : []),
    ...(changed.length > 0 ? [{ type: "contact.updated" as const, changed }] : []),
  ];
}

/** Whether it becomes known who somebody is: the site vouches for them, or they give an address where none was known. */
function isIdentified(before: ContactRow, { verified, email }: Partial<ContactRow>): boolean {
  return (verified === 1 && before.verified === 0) || (before.email === null && typeof email === "string");
}

/** Gives what becomes known of a contact where words of consent come to it, or go with another one. */
export function consentFacts(consentIds: readonly string[]): ContactFact[] {
  return consentIds.length > 0 ? [{ type: "contact.updated", changed: ["consent"] }] : [];
}

/**
 * Gives what happened with a message: a conversation begins with its first one. Of the message itself nothing is told
 * while it is still being written, nor of what merely is read about a thread.
 */
export function messageFacts(
  { kind, status }: Pick<MessageRow, "kind" | "status">,
  { isNew, isBegun, isRemoved }: { isNew: boolean; isBegun: boolean; isRemoved: boolean },
): EventFacts {
  const facts: Fact[] = isBegun ? [{ type: "conversation.created" }] : [];
  if (isRemoved) facts.push({ type: "message.deleted" });
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
