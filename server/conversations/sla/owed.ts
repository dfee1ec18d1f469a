import { dueSoonMs, findReplyDue } from "../../../shared/domain/sla.ts";
import { findAnsweringAgent } from "../../agents/find.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { Db, Tx } from "../../database/store.ts";
import type { ThreadRow } from "../tables.ts";

type Owed = Pick<ThreadRow, "replyDueAt" | "replyDue">;

interface Change {
  next: ThreadRow;
  now: number;
}

/**
 * Gives by when the team owes a thread's visitor a word, as its row is after a change, and whether that is soon. The time
 * stays for as long as they wait; that it is over is said by whoever watches it (watchDue.ts).
 */
export async function owe(tx: Tx, before: ThreadRow, { next, now }: Change): Promise<Owed> {
  const replyDueAt = before.waitingSince === next.waitingSince ? next.replyDueAt : await readDue(tx, next);
  if (replyDueAt === null || !isAwake(next)) return { replyDueAt, replyDue: null };
  if (isAwake(before) && isSaid(before, { ...next, replyDueAt }, now))
    return { replyDueAt, replyDue: next.replyDue };
  return { replyDueAt, replyDue: isSoon(replyDueAt, now) ? "soon" : null };
}

/** What an agent promises to whoever waits, as it is published. */
export async function readPromise(db: Db, key: AgentKey) {
  const agent = await findAnsweringAgent(db, key, { preview: false });
  return agent?.configuration ?? null;
}

async function readDue(tx: Tx, thread: ThreadRow): Promise<number | null> {
  const { waitingSince, preview } = thread;
  if (waitingSince === null || preview === 1) return null;
  const promise = await readPromise(tx, thread);
  return promise && findReplyDue({ ...thread, waitingSince }, promise);
}

/** What was said of a thread holds: of the same time, or because another one is over just as well. */
function isSaid(before: ThreadRow, { replyDueAt, waitingSince }: ThreadRow, now: number): boolean {
  if (replyDueAt === before.replyDueAt) return true;
  const isOver = replyDueAt !== null && replyDueAt <= now;
  return isOver && before.replyDue === "overdue" && waitingSince === before.waitingSince;
}

function isSoon(replyDueAt: number, now: number): boolean {
  return replyDueAt - dueSoonMs <= now;
}

function isAwake({ status }: ThreadRow): boolean {
  return status === "open" || status === "pending";
}
