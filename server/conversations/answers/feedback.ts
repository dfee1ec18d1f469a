import type { Feedback } from "../../../shared/contract/conversations/conversations.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { Tx } from "../../database/store.ts";
import { changedAt } from "../messages/changedAt.ts";
import type { ConversationDeps } from "../deps.ts";
import { recountMessage } from "../figures/count.ts";
import { findMessage, lockThread } from "../threads/find.ts";
import type { ThreadWanted } from "../threads/find.ts";
import type { MessageRow, ThreadRow } from "../tables.ts";
import { tell } from "../threads/tell.ts";
import { updateThread } from "../messages/write.ts";

export interface Rating {
  wanted: ThreadWanted;
  messageId: string;
  /** Null takes it back. */
  feedback: Feedback | null;
}

/** Keeps what the visitor thinks of an answer of the agent or the team; the latest word counts. */
export async function rateMessage(
  deps: ConversationDeps,
  { wanted, messageId, feedback }: Rating,
): Promise<MessageRow> {
  return deps.store.transaction(async (tx) => {
    const thread = await lockThread(tx, wanted);
    const message = await findMessage(tx, thread, messageId);
    const isAnswer = message.role === "assistant" || message.role === "support";
    if (!isAnswer || message.kind !== "text") throw new AppError("not_found");
    if (message.status === "streaming")
      throw new AppError("conflict", { message: "This answer is still being written." });
    const stored = feedback && JSON.stringify(feedback);
    if (stored === message.feedback) return message;
    const now = deps.now();
    const rated = await tx
      .updateTable("messages")
      .set({ feedback: stored, updatedAt: changedAt(message, now) })
      .where("organizationId", "=", message.organizationId)
      .where("id", "=", message.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await recountMessage(tx, { before: message, after: rated });
    const changes = { lastFeedback: await findLastFeedback(tx, thread) };
    const updated = await updateThread(tx, thread, { changes, now });
    await tell(deps, tx, { thread: updated, before: thread, messages: [rated], now });
    return rated;
  });
}

/** What the visitor thinks of the latest answer that they said something of. */
export async function findLastFeedback(tx: Tx, { organizationId, id }: ThreadRow): Promise<number | null> {
  const last = await tx
    .selectFrom("messages")
    .select("feedback")
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", id)
    .where("feedback", "is not", null)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return last ? (JSON.parse(last.feedback ?? "") as Feedback).value : null; // written above
}
