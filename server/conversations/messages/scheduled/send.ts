import type { HeldReason } from "../../../../shared/contract/conversations/messages/scheduledReply.ts";
import { AppError } from "../../../../shared/errors/errors.ts";
import { newId } from "../../../database/ids.ts";
import type { Tx } from "../../../database/store.ts";
import type { JobRow } from "../../../jobs/tables.ts";
import type { ConversationDeps } from "../../deps.ts";
import { planChange } from "../../threads/planChange.ts";
import type { AttachmentRow, MessageRow, ScheduledReplyRow, ThreadRow } from "../../tables.ts";
import { tell } from "../../threads/tell.ts";
import { addMessages, updateThread } from "../write.ts";
import { findHindrance, holdReplies } from "./hold.ts";
import { findReply, removeReply, tellReply } from "./rows.ts";
import type { NamedJobKind } from "../../../jobs/kinds.ts";
import { isFree } from "../../threads/isFree.ts";

const kind = "conversations.sendScheduled";

/** Sends scheduled replies. */
export function sendingJob(deps: ConversationDeps): NamedJobKind {
  return { kind, handler: (job) => sendAtItsTime(deps, job), concurrency: 2 };
}

/** Has a reply sent at its time. One that is put off has a job for each time: the early one does nothing. */
export async function sendLater(
  { jobs }: Pick<ConversationDeps, "jobs">,
  tx: Tx,
  { organizationId, id, threadId, sendAt }: ScheduledReplyRow,
): Promise<void> {
  const payload = { replyId: id, threadId };
  await jobs.enqueue(tx, { organizationId, kind, key: `${id}:${sendAt}`, payload, runAt: sendAt });
}

/** The reply goes with its message in one transaction, so that a job that runs again finds nothing to send. */
async function sendAtItsTime(deps: ConversationDeps, { organizationId, payload }: JobRow): Promise<void> {
  const { replyId, threadId } = JSON.parse(payload) as { replyId: string; threadId: string }; // written by sendLater
  await deps.store.transaction(async (tx) => {
    const thread = await tx
      .selectFrom("threads")
      .selectAll()
      .where("organizationId", "=", organizationId)
      .where("id", "=", threadId)
      .forUpdate()
      .executeTakeFirst();
    const reply = await findReply(tx, { organizationId, replyId });
    const now = deps.now();
    if (!thread || !reply || reply.heldBecause !== null || reply.sendAt > now) return;
    const because = await findHindrance(deps, tx, { thread, authorId: reply.authorId });
    if (because === null) return void (await sayReply(deps, tx, { thread, reply, now }));
    await holdReplies(deps, tx, { thread, because, now, replyId });
    // Its author is not there to be told: it is news to the members who are.
    const changes = because === "authorLeft" ? { unread: Math.max(1, thread.unread) } : {};
    const updated = await updateThread(tx, thread, { changes, now });
    await tell(deps, tx, { thread: updated, before: thread, audience: "team", now });
  });
}

/**
 * Makes a scheduled reply the message that it was to be. A conversation that waits for a person is its author's from then
 * on; one that was handed back stays the agent's, who has seen the reply when it answers next.
 */
export async function sayReply(
  deps: ConversationDeps,
  tx: Tx,
  { thread, reply, now }: { thread: ThreadRow; reply: ScheduledReplyRow; now: number },
): Promise<MessageRow> {
  const { organizationId, id: replyId, content, attachments, authorId, authorName } = reply;
  await removeReply(tx, reply);
  const id = newId(now);
  await giveFiles(tx, { organizationId, replyId, messageId: id, contactId: thread.contactId });
  const member = { userId: authorId, name: authorName };
  const takes = thread.handledBy === "human" && isFree(thread) && { handledBy: "human" as const };
  const { changes, events } = planChange(thread, { ...takes, isReply: true, member, now });
  const say = { role: "support", kind: "text", id, content, attachments, clientId: replyId } as const;
  const messages = [...events, { ...say, authorId, authorName }];
  const added = await addMessages(deps, tx, { thread, messages, changes, now });
  await tellReply(deps, tx, { thread, replyId, now });
  if ("assigneeId" in changes) deps.assignLater(tx, organizationId);
  const message = added.messages.at(-1);
  if (!message) throw new Error("The reply was just added.");
  return message;
}

/** The files that a scheduled reply kept are its message's from now on. */
async function giveFiles(
  tx: Tx,
  {
    organizationId,
    replyId,
    ...to
  }: { replyId: string } & Pick<AttachmentRow, "organizationId" | "messageId" | "contactId">,
): Promise<void> {
  await tx
    .updateTable("attachments")
    .set({ ...to, replyId: null })
    .where("organizationId", "=", organizationId)
    .where("replyId", "=", replyId)
    .execute();
}

/** Refuses to send, now or later, what would be held at once. */
export async function refuseHindered(
  deps: Pick<ConversationDeps, "findClosedWindow">,
  tx: Tx,
  wanted: { thread: ThreadRow; authorId: ScheduledReplyRow["authorId"] },
): Promise<void> {
  const because = await findHindrance(deps, tx, wanted);
  if (because !== null) throw new AppError("conflict", { message: hindrances[because] });
}

const hindrances: Record<HeldReason, string> = {
  visitorWrote: "The visitor has written in the meantime.",
  resolved: "This conversation is resolved. Reopen it first.",
  blocked: "This visitor is blocked.",
  authorLeft: "The member who wrote this reply can no longer write in these conversations.",
  agentGone: "This agent is deleted.",
  tooLate: "The reply window has closed. You can reply when they write again.",
};
