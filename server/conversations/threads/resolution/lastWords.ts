import type { Feedback, ThreadRating } from "../../../../shared/contract/conversations/conversations.ts";
import type { Outcome } from "../../../../shared/domain/resolution.ts";
import { saysNotFound } from "../../../../shared/domain/sayings.ts";
import type { Tx } from "../../../database/store.ts";
import type { ThreadRow } from "../../tables.ts";

type LastWords = Pick<Outcome, "isNotFound" | "score" | "lastFeedback" | "isFeedbackOnLast">;

/** Of a conversation in which nobody said anything of how it went. */
export const nothingSaid: LastWords = {
  ...{ isNotFound: false, score: null, lastFeedback: null, isFeedbackOnLast: false },
};

/** Reads what the agent said last, all of it, and what its visitor thinks since they wrote last. */
export async function readLastWords(tx: Tx, thread: ThreadRow): Promise<LastWords> {
  const answer = thread.lastMessageRole === "assistant" ? await findLastSaid(tx, thread) : undefined;
  const wroteAt = await findWroteAt(tx, thread);
  const rating = thread.rating === null ? null : (JSON.parse(thread.rating) as ThreadRating); // written by rateConversation
  const judged = thread.lastFeedback === null ? undefined : await findJudged(tx, thread, wroteAt);
  return {
    isNotFound: answer !== undefined && saysNotFound(answer.content),
    score: rating && rating.at > wroteAt ? rating.score : null,
    lastFeedback: judged ? (JSON.parse(judged.feedback ?? "") as Feedback).value : null, // written by rateMessage
    isFeedbackOnLast: judged !== undefined && judged.position === answer?.position,
  };
}

/** The message that the thread's row tells of in short. */
async function findLastSaid(tx: Tx, thread: ThreadRow) {
  return selectTexts(tx, thread)
    .where("status", "!=", "streaming")
    .where((row) => row.or([row("content", "!=", ""), row("attachments", "!=", "[]")]))
    .select(["content", "position"])
    .executeTakeFirst();
}

/** When its visitor wrote last, or edited that. */
async function findWroteAt(tx: Tx, thread: ThreadRow): Promise<number> {
  const last = await selectTexts(tx, thread)
    .where("role", "=", "user")
    .select(["createdAt", "editedAt"])
    .executeTakeFirst();
  return last ? (last.editedAt ?? last.createdAt) : 0;
}

/** The latest answer that they said something of since; nothing else changes one that has ended. */
async function findJudged(tx: Tx, thread: ThreadRow, since: number) {
  return selectTexts(tx, thread)
    .where("feedback", "is not", null)
    .where("updatedAt", ">", since)
    .select(["feedback", "position"])
    .executeTakeFirst();
}

/** The newest text of a thread first. */
function selectTexts(tx: Tx, { organizationId, id }: ThreadRow) {
  return tx
    .selectFrom("messages")
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", id)
    .where("kind", "=", "text")
    .where("audience", "=", "all")
    .orderBy("position", "desc")
    .limit(1);
}
