import { longestScheduleMs, maxScheduledReplies } from "../../../../shared/domain/limits.ts";
import { AppError } from "../../../../shared/errors/errors.ts";
import { newId } from "../../../database/ids.ts";
import type { Tx } from "../../../database/store.ts";
import { checkTypes, hasSameFiles, refuseNothing, takeOrRefuse } from "../../files/attachments.ts";
import type { Sender } from "../../files/attachments.ts";
import { removeAttachments } from "../../files/attachmentSweep.ts";
import type { ConversationDeps, ThreadKey } from "../../deps.ts";
import { lockThread } from "../../threads/find.ts";
import { keepFiles } from "../../files/keepFiles.ts";
import { keepMentions } from "../notes/mentions.ts";
import type { Member } from "../../threads/planChange.ts";
import type { MessageRow, ScheduledReplyRow, ThreadRow } from "../../tables.ts";
import { tell } from "../../threads/tell.ts";
import { retryOnDuplicate } from "../retryOnDuplicate.ts";
import { listReplies, lockReply, removeReply, tellReply } from "./rows.ts";
import { refuseHindered, sayReply, sendLater } from "./send.ts";

export interface NewScheduledReply {
  key: ThreadKey;
  member: Member;
  clientId: string;
  content: string;
  /** Files of the member's own. */
  attachments: string[];
  sendAt: number;
}

/** Stores a reply and the job that sends it, once however often it is repeated. */
export async function scheduleReply(
  deps: ConversationDeps,
  reply: NewScheduledReply,
): Promise<ScheduledReplyRow> {
  const { key, member, clientId, content, attachments: ids, sendAt } = reply;
  const sender = senderOf(reply);
  const types = await checkTypes(deps, sender, ids);
  return retryOnDuplicate(() =>
    deps.store.transaction(async (tx) => {
      const thread = await lockThread(tx, key);
      const others = await listReplies(tx, thread);
      const repeated = others.find((one) => one.clientId === clientId);
      if (repeated) {
        const isSame = repeated.content === content && hasSameFiles(repeated, ids);
        if (isSame && repeated.authorId === member.userId) return repeated;
        throw new AppError("repeated_with_other_content");
      }
      const now = deps.now();
      refuseTime(sendAt, now);
      if (others.length >= maxScheduledReplies) {
        const message = `A conversation can have at most ${maxScheduledReplies} scheduled replies.`;
        throw new AppError("conflict", { message });
      }
      const author = { authorId: member.userId, authorName: member.name };
      await refuseHindered(deps, tx, { thread, authorId: author.authorId });
      const { organizationId, agentId, id: threadId } = thread;
      const id = newId(now);
      const attachments = await takeOrRefuse(tx, { sender, ids, to: { replyId: id }, types });
      const row: ScheduledReplyRow = {
        ...{ organizationId, id, agentId, threadId, clientId, ...author, content, attachments, sendAt },
        ...{ heldBecause: null, heldAt: null, createdAt: now },
      };
      await tx.insertInto("scheduledReplies").values(row).execute();
      await sendLater(deps, tx, row);
      await tellReply(deps, tx, { thread, replyId: row.id, now });
      return row;
    }),
  );
}

export interface ReplyWanted {
  key: ThreadKey;
  member: Member;
  replyId: string;
}

type ReplyChange = { [Name in "content" | "attachments" | "sendAt"]?: NewScheduledReply[Name] | undefined };

/** Changes when a reply is sent, which lets a held one wait again, and what it says; that only its author may. */
export async function changeReply(
  deps: ConversationDeps,
  { content, attachments: ids, sendAt, ...wanted }: ReplyWanted & ReplyChange,
): Promise<ScheduledReplyRow> {
  const sender = senderOf(wanted);
  const types = await checkTypes(deps, sender, ids ?? []);
  return deps.store.transaction(async (tx) => {
    const { thread, reply } = await lockReply(tx, wanted);
    const now = deps.now();
    const isOther =
      (content !== undefined && content !== reply.content) || (ids && !hasSameFiles(reply, ids));
    if (isOther && reply.authorId !== wanted.member.userId)
      throw new AppError("forbidden", { message: "Only its author can change a reply." });
    const attachments = ids
      ? await keepFiles(deps, tx, { sender, row: reply, ids, types })
      : reply.attachments;
    refuseNothing({ attachments }, content ?? reply.content);
    if (sendAt !== undefined) {
      refuseTime(sendAt, now);
      await refuseHindered(deps, tx, { thread, authorId: reply.authorId });
    }
    const changed: ScheduledReplyRow = {
      ...{ ...reply, attachments, ...(content !== undefined && { content }) },
      ...(sendAt !== undefined && { sendAt, heldBecause: null, heldAt: null }),
    };
    const { organizationId, id, heldBecause, heldAt } = changed;
    await tx
      .updateTable("scheduledReplies")
      .set({ content: changed.content, attachments, sendAt: changed.sendAt, heldBecause, heldAt })
      .where("organizationId", "=", organizationId)
      .where("id", "=", id)
      .execute();
    if (sendAt !== undefined) await sendLater(deps, tx, changed);
    if (sendAt !== undefined) await forgetHeld(deps, tx, { thread, reply, now });
    await tellReply(deps, tx, { thread, replyId: id, now });
    return changed;
  });
}

/** Sends a reply before its time, or one that is held. */
export async function sendNow(
  deps: ConversationDeps,
  wanted: Omit<ReplyWanted, "member">,
): Promise<MessageRow> {
  return deps.store.transaction(async (tx) => {
    const { thread, reply } = await lockReply(tx, wanted);
    await refuseHindered(deps, tx, { thread, authorId: reply.authorId });
    const now = deps.now();
    await forgetHeld(deps, tx, { thread, reply, now });
    return sayReply(deps, tx, { thread, reply, now });
  });
}

/** Cancels a scheduled reply. */
export async function cancelReply(
  deps: ConversationDeps,
  wanted: Omit<ReplyWanted, "member">,
): Promise<void> {
  await deps.store.transaction(async (tx) => {
    const { thread, reply } = await lockReply(tx, wanted);
    const now = deps.now();
    const { organizationId, id: replyId } = reply;
    await removeReply(tx, reply);
    await removeAttachments(deps, tx, { organizationId, replyId });
    await forgetHeld(deps, tx, { thread, reply, now });
    await tellReply(deps, tx, { thread, replyId, now });
  });
}

function senderOf({ key: { organizationId, agentId }, member }: Pick<ReplyWanted, "key" | "member">): Sender {
  return { organizationId, agentId, authorId: member.userId };
}

/** Somebody decided about a held reply: its author is named there no longer. */
async function forgetHeld(
  deps: Pick<ConversationDeps, "events">,
  tx: Tx,
  { thread, reply, now }: { thread: ThreadRow; reply: ScheduledReplyRow; now: number },
): Promise<void> {
  if (reply.heldBecause === null) return;
  await keepMentions(tx, reply, { userIds: [], now });
  await tell(deps, tx, { thread, audience: "team", now });
}

function refuseTime(sendAt: number, now: number): void {
  const message =
    sendAt <= now
      ? "Choose a time in the future."
      : sendAt > now + longestScheduleMs
        ? "Choose a time within a year."
        : null;
  if (message) throw new AppError("invalid_input", { fields: [{ path: "body.data.sendAt", message }] });
}
