import type { Db, Tx } from "../../../database/store.ts";
import type { ConversationDeps } from "../../deps.ts";
import { keepMentions } from "../notes/mentions.ts";
import type { ThreadRow } from "../../tables.ts";
import { tellReply } from "./rows.ts";

/** Gives the replies of a thread that wait for their time. */
export async function listWaitingIds(
  db: Db,
  { organizationId, id: threadId }: Pick<ThreadRow, "organizationId" | "id">,
): Promise<string[]> {
  const rows = await db
    .selectFrom("scheduledReplies")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .where("heldBecause", "is", null)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Lets replies wait for their time again that resolving held, and nothing else since; their authors are named there no
 * longer. One whose time has passed meanwhile stays held: its author decides whether it still is to be said.
 */
export async function resumeReplies(
  deps: Pick<ConversationDeps, "events" | "now">,
  tx: Tx,
  { thread, replyIds }: { thread: ThreadRow; replyIds: readonly string[] },
): Promise<void> {
  if (replyIds.length === 0) return;
  const now = deps.now();
  const resumed = await tx
    .updateTable("scheduledReplies")
    .set({ heldBecause: null, heldAt: null })
    .where("organizationId", "=", thread.organizationId)
    .where("threadId", "=", thread.id)
    .where("id", "in", replyIds)
    .where("heldBecause", "=", "resolved")
    .where("sendAt", ">", now)
    .returningAll()
    .execute();
  for (const reply of resumed) {
    await keepMentions(tx, reply, { userIds: [], now });
    await tellReply(deps, tx, { thread, replyId: reply.id, now });
  }
}
