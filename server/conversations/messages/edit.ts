import { AppError } from "../../../shared/errors/errors.ts";
import type { Tx } from "../../database/store.ts";
import { findAnswer } from "./accept.ts";
import { emptyAnswer } from "./emptyAnswer.ts";
import type { Accepted } from "./accept.ts";
import { nameAttachments } from "../files/attachments.ts";
import { changedAt } from "./changedAt.ts";
import { runWithHalt } from "../threads/haltAnswers.ts";
import type { ConversationDeps } from "../deps.ts";
import { findMessage, lockThread } from "../threads/find.ts";
import type { ThreadWanted } from "../threads/find.ts";
import { endStreaming } from "../threads/handOver.ts";
import { claim } from "../answers/lease.ts";
import { titleOf } from "../threads/openThread.ts";
import { isAgentsTurn, renewRow } from "../answers/renew.ts";
import { recountMessage } from "../figures/count.ts";
import { indexMessages } from "./search/messageIndex.ts";
import type { EarlierText, MessageRow, ThreadRow } from "../tables.ts";
import { tell } from "../threads/tell.ts";
import { waitWhilePaused } from "../threads/waitForTeam.ts";
import { addMessages, lastMessageOf, reopened, updateThread } from "./write.ts";
import type { Writer } from "../answers/writer.ts";

export interface Edit {
  wanted: ThreadWanted;
  messageId: string;
  content: string;
}

/**
 * Changes the visitor's last message and begins its answer again, in the answer's own row: what was said before is gone
 * from there, and the earlier question is in `earlier`. `answer` is null where a person answers or is waited for. A
 * repeat with the same content changes nothing and gives what is stored.
 */
export async function changeMessage(deps: ConversationDeps, writer: Writer, edit: Edit): Promise<Accepted> {
  const { wanted, messageId, content } = edit;
  return runWithHalt(deps, writer, async (tx, halt) => {
    const thread = await lockThread(tx, wanted);
    const before = await findMessage(tx, thread, messageId);
    if (before.role !== "user") throw new AppError("not_found");
    const answer = await findAnswer(tx, before);
    if (before.content === content) return { thread, message: before, answer, isNew: false };
    await refuseLate(tx, before);

    const now = deps.now();
    const isAnswered = await isAgentsTurn(tx, thread);
    const title = await findTitle(tx, thread, { before, content });
    const message = await writeContent(tx, before, { content, now });
    await indexMessages(tx, [message]);
    await recountMessage(tx, { before, after: message });
    if (!isAnswered) await endStreaming(deps, tx, { thread, halted: halt(thread.id), now });
    else if (answer) halt(thread.id, answer.id);
    const left = isAnswered ? null : await findAnswer(tx, message);
    const changes: Partial<ThreadRow> = {
      ...reopened,
      title,
      unread: thread.preview === 1 ? 0 : Math.max(1, thread.unread),
      ...(left && left.content.trim() !== "" ? {} : lastMessageOf([message], now)),
      lastActivityAt: now,
    };
    const claimed = { owner: writer.owner, now };
    const renewed = isAnswered && answer ? await renewRow(deps, tx, { answer, ...claimed }) : null;
    const messages = renewed ? [message, renewed] : [message];
    const updated = await updateThread(tx, thread, { changes, now });
    await tell(deps, tx, { thread: updated, before: thread, messages, now });
    if (!isAnswered && updated.handledBy === "ai")
      return {
        ...{ thread: await waitWhilePaused(deps, tx, { thread: updated, now }), message },
        ...{ answer: null, isNew: true },
      };
    if (renewed || !isAnswered) return { thread: updated, message, answer: renewed, isNew: true };

    // Nobody answered when it was written; now the agent does.
    const added = await addMessages(deps, tx, {
      thread: updated,
      messages: [{ ...emptyAnswer, inReplyTo: message.id, ...claim(writer.owner, now) }],
      now,
    });
    return { thread: added.thread, message, answer: added.messages[0] ?? null, isNew: true };
  });
}

/** What a person has answered, and what the visitor has continued from, stays as it was said. */
async function refuseLate(tx: Tx, { organizationId, threadId, position }: MessageRow): Promise<void> {
  const later = await tx
    .selectFrom("messages")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .where("position", ">", position)
    .where("kind", "=", "text")
    .where("audience", "=", "all")
    .where("role", "in", ["user", "support"])
    .limit(1)
    .executeTakeFirst();
  if (!later) return;
  throw new AppError("conflict", {
    message: "Only your last message can be changed, and only before a person has answered it.",
  });
}

/** A title that was made from the message follows it. */
async function findTitle(
  tx: Tx,
  thread: ThreadRow,
  { before, content }: { before: MessageRow; content: string },
): Promise<string> {
  if (thread.title !== titleOf(before.content || nameAttachments(before))) return thread.title;
  const first = await tx
    .selectFrom("messages")
    .select("id")
    .where("organizationId", "=", thread.organizationId)
    .where("threadId", "=", thread.id)
    .where("role", "=", "user")
    .orderBy("position")
    .limit(1)
    .executeTakeFirst();
  return first?.id === before.id ? titleOf(content) : thread.title;
}

/** How many earlier texts of a message are kept, the newest ones. */
const mostEarlier = 10;

async function writeContent(
  tx: Tx,
  before: MessageRow,
  { content, now }: { content: string; now: number },
): Promise<MessageRow> {
  const earlier = JSON.parse(before.earlier) as EarlierText[]; // written here
  const last = { content: before.content, at: before.editedAt ?? before.createdAt };
  return tx
    .updateTable("messages")
    .set({
      content,
      translations: null,
      editedAt: now,
      updatedAt: changedAt(before, now),
      earlier: JSON.stringify([...earlier, last].slice(-mostEarlier)),
    })
    .where("organizationId", "=", before.organizationId)
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
