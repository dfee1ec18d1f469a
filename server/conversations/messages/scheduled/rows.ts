import type { ScheduledReply } from "../../../../shared/contract/conversations/messages/scheduledReply.ts";
import { AppError } from "../../../../shared/errors/errors.ts";
import type { Db, Tx } from "../../../database/store.ts";
import { presentAttachments } from "../../files/attachments.ts";
import type { ConversationDeps, ThreadKey } from "../../deps.ts";
import { lockThread } from "../../threads/find.ts";
import type { PresentDeps } from "../present.ts";
import type { ScheduledReplyRow, ThreadRow } from "../../tables.ts";

/** A scheduled reply as the team sees it. */
export function presentReply(row: ScheduledReplyRow, deps: PresentDeps): ScheduledReply {
  const { id, threadId, authorId, authorName, content, sendAt, heldBecause, heldAt, createdAt } = row;
  return {
    ...{ id, threadId, content, sendAt, createdAt },
    attachments: presentAttachments(row, deps),
    author: { id: authorId, name: authorName },
    held: heldBecause === null ? null : { because: heldBecause, at: heldAt ?? createdAt },
  };
}

/** The scheduled replies of a thread that was found before, earliest first. */
export async function listReplies(
  db: Db,
  { organizationId, id }: Pick<ThreadRow, "organizationId" | "id">,
): Promise<ScheduledReplyRow[]> {
  return db
    .selectFrom("scheduledReplies")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", id)
    .orderBy("sendAt")
    .orderBy("id")
    .execute();
}

/** A scheduled reply; undefined for one that is sent or canceled. */
export async function findReply(
  db: Db,
  { organizationId, replyId }: { organizationId: string; replyId: string },
): Promise<ScheduledReplyRow | undefined> {
  return db
    .selectFrom("scheduledReplies")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", replyId)
    .executeTakeFirst();
}

/** Finds a scheduled reply, and holds its thread until the transaction ends. */
export async function lockReply(
  tx: Tx,
  { key, replyId }: { key: ThreadKey; replyId: string },
): Promise<{ thread: ThreadRow; reply: ScheduledReplyRow }> {
  const thread = await lockThread(tx, key);
  const reply = await findReply(tx, { organizationId: thread.organizationId, replyId });
  if (reply?.threadId !== thread.id) throw new AppError("not_found");
  return { thread, reply };
}

/** Deletes the row of a reply that was sent or canceled. */
export async function removeReply(tx: Tx, { organizationId, id }: ScheduledReplyRow): Promise<void> {
  await tx
    .deleteFrom("scheduledReplies")
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

/** Writes the live event of a scheduled reply that changed or is gone, only for the team. */
export async function tellReply(
  { events }: Pick<ConversationDeps, "events">,
  tx: Tx,
  { thread, replyId, now }: { thread: ThreadRow; replyId: string; now: number },
): Promise<void> {
  const { organizationId, agentId, contactId, id: threadId } = thread;
  await events.append(tx, {
    ...{ organizationId, agentId, contactId, threadId, kind: "scheduled", audience: "team" },
    ...{ payload: { replyId }, createdAt: now },
  });
}
