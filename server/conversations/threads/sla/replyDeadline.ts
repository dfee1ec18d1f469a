import { dueSoonMs, findReplyDue } from "../../../../shared/domain/sla.ts";
import { findAnsweringAgent } from "../../../agents/find.ts";
import type { AgentKey } from "../../../agents/parts.ts";
import type { Db, Tx } from "../../../database/store.ts";
import type { ConversationDeps } from "../../deps.ts";
import type { ThreadRow } from "../../tables.ts";

export const dueJob = "conversations.due";
export const overdueEvent = "replyOverdue";

/** What the line that says so is about, as its row has it. */
export function aboutOverdue(replyDueAt: number | null): string {
  return JSON.stringify({ until: replyDueAt });
}

type ReplyDeadline = Pick<ThreadRow, "replyDueAt" | "replyDue">;

interface Change {
  next: ThreadRow;
  now: number;
}

/**
 * Gives by when the team owes a thread's visitor a word, as its row is after a change, and whether that is soon. The
 * time stays for as long as they wait; watchDeadlines.ts announces that it is over.
 */
export async function findReplyDeadline(
  tx: Tx,
  before: ThreadRow,
  { next, now }: Change,
): Promise<ReplyDeadline> {
  const replyDueAt = before.waitingSince === next.waitingSince ? next.replyDueAt : await readDue(tx, next);
  if (replyDueAt === null || !isAwake(next)) return { replyDueAt, replyDue: null };
  if (!isAwake(before) && replyDueAt <= now && (await wasSaid(tx, { ...next, replyDueAt })))
    return { replyDueAt, replyDue: "overdue" };
  if (isAwake(before) && isSaid(before, { ...next, replyDueAt }, now))
    return { replyDueAt, replyDue: next.replyDue };
  return { replyDueAt, replyDue: isSoon(replyDueAt, now) ? "soon" : null };
}

/** Has it said of a conversation that wakes too late: at once, not in the clock's next round. */
export async function reportOverdueOnWake(
  { jobs }: Pick<ConversationDeps, "jobs">,
  tx: Tx,
  { before, thread, now }: { before: ThreadRow; thread: ThreadRow; now: number },
): Promise<void> {
  const { organizationId, agentId, id, replyDueAt, replyDue } = thread;
  if (before.status !== "snoozed" || replyDue !== "soon" || replyDueAt === null || replyDueAt > now) return;
  // With a key of its own: a running job of the agent may have read the conversations before this one woke.
  await jobs.enqueue(tx, { organizationId, kind: dueJob, key: `${agentId} ${id}`, payload: { agentId } });
}

/** What an agent promises to waiting visitors, in its published version. */
export async function readReplyTargets(db: Db, key: AgentKey) {
  const agent = await findAnsweringAgent(db, key, { preview: false });
  return agent?.configuration ?? null;
}

async function readDue(tx: Tx, thread: ThreadRow): Promise<number | null> {
  const { waitingSince, preview } = thread;
  if (waitingSince === null || preview === 1) return null;
  const promise = await readReplyTargets(tx, thread);
  return promise && findReplyDue({ ...thread, waitingSince }, promise);
}

/** What was said of a thread holds: of the same time, or because another one is over just as well. */
function isSaid(before: ThreadRow, { replyDueAt, waitingSince }: ThreadRow, now: number): boolean {
  if (replyDueAt === before.replyDueAt) return true;
  const isOver = replyDueAt !== null && replyDueAt <= now;
  return isOver && before.replyDue === "overdue" && waitingSince === before.waitingSince;
}

/** Whether it was said before the conversation was put off, or resolved, that this reply is overdue. */
async function wasSaid(tx: Tx, { organizationId, id, replyDueAt }: ThreadRow): Promise<boolean> {
  const last = await tx
    .selectFrom("messages")
    .select("about")
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", id)
    .where("kind", "=", "event")
    .where("content", "=", overdueEvent)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.about === aboutOverdue(replyDueAt);
}

function isSoon(replyDueAt: number, now: number): boolean {
  return replyDueAt - dueSoonMs <= now;
}

function isAwake({ status }: ThreadRow): boolean {
  return status === "open" || status === "pending";
}
