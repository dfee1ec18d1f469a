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
  const isSame = replyDueAt === before.replyDueAt && isAwake(before);
  return { replyDueAt, replyDue: isSame ? next.replyDue : isSoon(replyDueAt, now) ? "soon" : null };
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

function isSoon(replyDueAt: number, now: number): boolean {
  return replyDueAt - dueSoonMs <= now;
}

function isAwake({ status }: ThreadRow): boolean {
  return status === "open" || status === "pending";
}
