import { priorities } from "../../../shared/contract/conversations/conversations.ts";
import type { EventAbout } from "../../../shared/contract/conversations/conversations.ts";
import type { ThreadChange } from "../../../shared/contract/conversations/threads/threads.ts";
import type { MemberCaller } from "../../requests/handle.ts";
import { release } from "./release.ts";
import type { ThreadRow } from "../tables.ts";
import { differenceOf, reopened } from "../messages/write.ts";
import type { NewMessage } from "../messages/write.ts";
import { isFree } from "./isFree.ts";

export type Member = Pick<MemberCaller, "userId" | "name">;

/** What a member decides about a thread, those whom it names found. */
export interface Decision extends Pick<
  ThreadChange,
  "handledBy" | "status" | "snoozedUntil" | "priority" | "read"
> {
  /** The assignee; null for none. */
  assignee?: { id: string; name: string } | null | undefined;
  team?: { id: string; name: string } | null | undefined;
  /** What its row is given back of what it was before, where a decision is undone. */
  restored?: Partial<ThreadRow> | undefined;
  /** Whether they reply with it. */
  isReply: boolean;
  member: Member;
  now: number;
}

export interface PlannedChange {
  /** What is another than before. */
  changes: Partial<ThreadRow>;
  /** What is read about it in the thread. */
  events: NewMessage[];
  isRead: boolean;
}

/** The thread has no assignee any longer. */
export const agentsOwn = {
  handledBy: "ai",
  assigneeId: null,
  personRequestedAt: null,
  waitingSince: null,
} as const;

export const resolved = { status: "resolved", snoozedUntil: null } as const;

/** Gives what a decision changes of a thread; nothing of it where the thread is so already. */
export function planChange(thread: ThreadRow, decision: Decision): PlannedChange {
  const { handledBy, read, priority, member, now } = decision;
  const next = { ...thread };
  const events: NewMessage[] = [];
  const tell = (content: string, about?: EventAbout) => events.push(event(member, content, about));
  const isRead = read === true || handledBy === "human";
  if (isRead) next.unread = 0;
  if (read === false) next.unread = Math.max(1, next.unread);
  if (handledBy === "human" && isFree(next)) {
    Object.assign(next, reopened, { handledBy, assigneeId: member.userId, personRequestedAt: null });
    tell("joined");
  }
  if (handledBy === "ai" && next.handledBy === "human") {
    Object.assign(next, agentsOwn);
    tell("handedBack");
  }
  planAssignment(next, decision, tell);
  planStatus(next, decision, tell);
  if (priority !== undefined && priorities[next.priority] !== priority) {
    next.priority = priorities.indexOf(priority);
    tell("priority", { priority });
  }
  Object.assign(next, decision.restored);
  if (decision.isReply) Object.assign(next, { waitingSince: null, firstReplyAt: next.firstReplyAt ?? now });
  return { changes: differenceOf(thread, next), events, isRead };
}

type Tell = (content: string, about?: EventAbout) => void;

function planAssignment(next: ThreadRow, { assignee, team, now }: Decision, tell: Tell): void {
  if (assignee && next.assigneeId !== assignee.id) {
    const given = { handledBy: "human", assigneeId: assignee.id, personRequestedAt: null } as const;
    Object.assign(next, given, next.status === "resolved" && reopened);
    tell("assigned", { name: assignee.name });
  }
  if (assignee === null && next.assigneeId !== null) {
    Object.assign(next, release(next, now));
    tell("unassigned");
  }
  if (team !== undefined && next.teamId !== (team?.id ?? null)) {
    next.teamId = team?.id ?? null;
    tell(team ? "teamAssigned" : "teamUnassigned", team ? { name: team.name } : undefined);
  }
}

function planStatus(next: ThreadRow, decision: Decision, tell: Tell): void {
  const { status } = decision;
  const snoozedUntil = decision.snoozedUntil ?? null;
  if (status === undefined) return;
  if (status === next.status && snoozedUntil === next.snoozedUntil) return;
  if (status === "resolved") {
    // A resolved conversation that the visitor takes up again is the agent's.
    Object.assign(next, resolved, agentsOwn, { unread: 0 });
    return tell("resolved");
  }
  next.status = status;
  next.snoozedUntil = snoozedUntil;
  if (snoozedUntil !== null) return tell("snoozed", { until: snoozedUntil });
  tell(status === "open" ? "reopened" : "pending");
}

/** What the visitor reads too: it is about who answers them. */
const shownToAll = new Set(["joined", "handedBack", "resolved"]);

function event({ userId, name }: Member, content: string, about?: EventAbout): NewMessage {
  return {
    ...{ role: "system", kind: "event", content, authorId: userId, authorName: name },
    audience: shownToAll.has(content) ? "all" : "team",
    about: about ? JSON.stringify(about) : null,
  };
}
