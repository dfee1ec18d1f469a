import type { ThreadChange } from "../../../../shared/contract/conversations/threads/threads.ts";
import { findMember } from "../../../accounts/members.ts";
import type { AgentKey } from "../../../agents/parts.ts";
import type { Db, Tx } from "../../../database/store.ts";
import type { ConversationDeps } from "../../deps.ts";
import { listLabelRows } from "../../inbox/labels.ts";
import { unreadMentions } from "../../messages/notes/mentions.ts";
import { resumeReplies } from "../../messages/scheduled/resume.ts";
import type { MovedThreadRow, ThreadRow } from "../../tables.ts";
import { compare, planBack, readMovable, refuseMovedSince } from "./moved.ts";
import type { Movable, Moved } from "./moved.ts";
import type { DecidedChange } from "../decidedChange.ts";

export type KeptKey = Pick<MovedThreadRow, "organizationId" | "changeId" | "threadId">;

interface Kept {
  change: ThreadChange;
  userId: string;
  changeId: string;
}

/** Has a decision keep what it moves of its thread, in its own transaction. */
export function keepMoved(
  { now }: Pick<ConversationDeps, "now">,
  { change, userId, changeId }: Kept,
): Required<Pick<DecidedChange, "before" | "after">> {
  let was: Movable;
  return {
    before: async (tx, thread) => void (was = await readMovable(tx, thread, { change, userId })),
    after: async (tx, isChanged, thread) => {
      if (!isChanged) return;
      const { organizationId, agentId, id: threadId } = thread;
      const moved = JSON.stringify(compare(was, await readMovable(tx, thread, { change, userId })));
      const kept = { moved, createdAt: now() };
      await tx
        .insertInto("movedThreads")
        .values({ organizationId, changeId, threadId, agentId, ...kept })
        .onConflict((row) => row.columns(["organizationId", "changeId", "threadId"]).doUpdateSet(kept))
        .execute();
    },
  };
}

/** Finds what a decision kept; nothing where it moved nothing, or is no longer known. */
export async function findMoved(
  db: Db,
  { organizationId, changeId, threadId }: KeptKey,
): Promise<{ moved: Moved; createdAt: number } | undefined> {
  const row = await db
    .selectFrom("movedThreads")
    .select(["moved", "createdAt"])
    .where("organizationId", "=", organizationId)
    .where("changeId", "=", changeId)
    .where("threadId", "=", threadId)
    .executeTakeFirst();
  return row && { ...row, moved: JSON.parse(row.moved) as Moved }; // written by keepMoved
}

/**
 * The decision that puts back what another one moved, where nobody moved it since. Neither a person who left since nor a
 * label that was deleted keeps the rest from it.
 */
export async function putBack(deps: ConversationDeps, key: AgentKey, moved: Moved) {
  const { db } = deps.store;
  const removed = moved.removed.length > 0 ? await keepKnown(db, key, moved.removed) : [];
  const hasLeft = await isGone(db, key, moved.was.assigneeId);
  const was = { ...moved.was, ...(hasLeft && { assigneeId: null }) };
  return {
    ...planBack({ ...moved, was, removed }, deps.now()),
    before: async (tx: Tx, thread: ThreadRow) => {
      await refuseMovedSince(tx, thread, moved);
      await unreadMentions(tx, thread, moved.mentions);
    },
    after: (tx: Tx, _isChanged: boolean, thread: ThreadRow) =>
      resumeReplies(deps, tx, { thread, replyIds: moved.heldIds ?? [] }),
  };
}

async function keepKnown(db: Db, key: AgentKey, labelIds: readonly string[]): Promise<string[]> {
  const known = new Set((await listLabelRows(db, key)).map(({ id }) => id));
  return labelIds.filter((id) => known.has(id));
}

async function isGone(
  db: Db,
  { organizationId }: AgentKey,
  userId: string | null | undefined,
): Promise<boolean> {
  return typeof userId === "string" && !(await findMember(db, { organizationId, userId }));
}
