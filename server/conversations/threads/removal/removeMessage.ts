import type { EventAbout } from "../../../../shared/contract/conversations/conversations.ts";
import { AppError } from "../../../../shared/errors/errors.ts";
import type { Db, Tx } from "../../../database/store.ts";
import type { MemberCaller } from "../../../requests/handle.ts";
import { nameAttachments } from "../../files/attachments.ts";
import { eraseAttachments, removeAttachments } from "../../files/attachmentSweep.ts";
import { changedAt } from "../../messages/changedAt.ts";
import { runWithHalt } from "../haltAnswers.ts";
import type { ConversationDeps, ThreadKey } from "../../deps.ts";
import { findLastFeedback } from "../../answers/feedback.ts";
import { findMessage, findThread, lockThread } from "../find.ts";
import { endStreaming } from "../handOver.ts";
import { recountMessages } from "../../figures/count.ts";
import { titleOf } from "../openThread.ts";
import { unindexMessages } from "../../messages/search/messageIndex.ts";
import type { EarlierText, MessageRow, ThreadRow } from "../../tables.ts";
import { tell } from "../tell.ts";
import { lastMessageOf, updateThread } from "../../messages/write.ts";
import type { Writer } from "../../answers/writer.ts";
import { forgetCopies, forgetLater } from "./forgetCopies.ts";
import { countApprovals } from "../../actions/keepApprovals.ts";
import { forgetRuns } from "../../actions/forgetRuns.ts";
import { forgetReceipts } from "./forgetReceipts.ts";

export interface MessageToRemove {
  key: ThreadKey;
  member: Pick<MemberCaller, "userId" | "name" | "may">;
  messageId: string;
}

/**
 * Deletes what a message said, and its files, for good: authors their own reply, members who may erase any message. An
 * event stays in its place. An answer that is being written ends, as its model has read what goes.
 */
export async function removeMessage(
  deps: ConversationDeps,
  writer: Writer,
  wanted: MessageToRemove,
): Promise<MessageRow> {
  const { key, member, messageId } = wanted;
  const { organizationId, threadId } = key;
  const { db } = deps.store;
  const found = await findText(db, await findThread(db, key), messageId);
  refuseOthers(found, member);
  const forgotten = { organizationId, ids: [messageId, threadId] satisfies [string, string] };
  await forgetCopies(deps, { organizationId, ids: new Set(forgotten.ids) });
  await eraseAttachments(deps, { organizationId, messageId });
  return runWithHalt(deps, writer, async (tx, halt) => {
    const now = deps.now();
    const held = await lockThread(tx, key);
    await endStreaming(deps, tx, { thread: held, halted: halt(threadId), now });
    // An answer that ended just now may be what the list shows.
    const thread = await lockThread(tx, key);
    const message = await findText(tx, thread, messageId);
    const gone = await recountMessages(tx, thread, async () => {
      await forgetAround(deps, tx, message);
      return empty(tx, message, { member, now });
    });
    const lastFeedback = await findLastFeedback(tx, thread);
    const shown = await findShown(tx, thread, message);
    const approvals = await countApprovals(tx, thread);
    const changes = { ...shown, lastFeedback, approvals, summary: null, teamSummary: null };
    const updated = await updateThread(tx, thread, { changes, now });
    await deps.forgetMessage(tx, { thread: updated, message: gone });
    await tell(deps, tx, { thread: updated, before: thread, messages: [gone], isRemoved: true, now });
    await forgetLater(deps, tx, forgotten);
    return gone;
  });
}

async function findText(db: Db, thread: ThreadRow, messageId: string): Promise<MessageRow> {
  const message = await findMessage(db, thread, messageId);
  if (message.kind !== "text") throw new AppError("not_found");
  return message;
}

function refuseOthers({ role, authorId }: MessageRow, { userId, may }: MessageToRemove["member"]): void {
  const isOwn = role === "support" && authorId === userId;
  if (isOwn || may("contacts.erase")) return;
  const message = "Only its author, owners and admins can delete a reply.";
  throw new AppError("forbidden", { message });
}

/** Deletes what is kept of a message beside its row. */
async function forgetAround(deps: ConversationDeps, tx: Tx, message: MessageRow): Promise<void> {
  const { organizationId, agentId, threadId, id: messageId } = message;
  await deps.forgetWords(tx, { organizationId, agentId, threadIds: [threadId] });
  await removeAttachments(deps, tx, { organizationId, messageId });
  await unindexMessages(tx, { organizationId, messageId });
  await tx
    .deleteFrom("citedPassages")
    .where("organizationId", "=", organizationId)
    .where("messageId", "=", messageId)
    .execute();
  await forgetReceipts(tx, message);
  await forgetRuns(tx, message);
}

const whose = { user: "visitor", assistant: "agent", support: "team", system: "agent" } as const;

/** Makes the row what is read in its place; its `clientId` stays, so that a late repeat does not bring it back. */
async function empty(
  tx: Tx,
  message: MessageRow,
  { member, now }: { member: MessageToRemove["member"]; now: number },
): Promise<MessageRow> {
  const about: EventAbout = { of: whose[message.role] };
  return tx
    .updateTable("messages")
    .set({
      ...{ role: "system", kind: "event", content: "messageRemoved", about: JSON.stringify(about) },
      ...{ authorId: member.userId, authorName: member.name, status: "sent", error: null, inReplyTo: null },
      ...{
        citations: "[]",
        followUps: "[]",
        attachments: "[]",
        actions: "[]",
        earlier: "[]",
        translations: null,
        feedback: null,
        editedAt: null,
      },
      updatedAt: changedAt(message, now),
    })
    .where("organizationId", "=", message.organizationId)
    .where("id", "=", message.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** An answer that was stopped may have said nothing but blanks: how many of these are passed by. */
const mostBlank = 20;

/** What a thread shows of its messages without this one: its title, and what was said last. */
async function findShown(tx: Tx, thread: ThreadRow, gone: MessageRow): Promise<Partial<ThreadRow>> {
  const earlier = JSON.parse(gone.earlier) as EarlierText[]; // written by editMessage
  const titles = [gone.content || nameAttachments(gone), ...earlier.map(({ content }) => content)].map(
    titleOf,
  );
  const byPeople = selectTexts(tx, thread).where("role", "in", ["user", "support"]);
  const first = await byPeople.orderBy("position").executeTakeFirst();
  const newest = await selectTexts(tx, thread).orderBy("position", "desc").limit(mostBlank).execute();
  const last = newest.find(({ content, attachments }) => content.trim() !== "" || attachments !== "[]");
  const nothing = { lastMessageRole: null, lastMessageText: null, lastMessageAt: null };
  const said = last ? lastMessageOf([last], last.createdAt) : nothing;
  return {
    ...(titles.includes(thread.title) && {
      title: first ? titleOf(first.content || nameAttachments(first)) : "",
    }),
    // What was said behind it is shown as it was.
    ...((last?.position ?? 0) <= gone.position && said),
  };
}

function selectTexts(tx: Tx, { organizationId, id }: ThreadRow) {
  return tx
    .selectFrom("messages")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", id)
    .where("kind", "=", "text")
    .where("audience", "=", "all")
    .where((row) => row.or([row("content", "!=", ""), row("attachments", "!=", "[]")]))
    .limit(1);
}
