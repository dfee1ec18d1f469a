import { findAnsweringAgent } from "../agents/find.ts";
import type { Question } from "../answering/question.ts";
import { openAttachment, readAttachments } from "./attachments.ts";
import type { ConversationDeps } from "./deps.ts";
import type { MessageRow } from "./tables.ts";

const mostHistory = 30;

/** Gives what an answer's row answers: the agent, the conversation before, the question; null where one of them is gone. */
export async function readQuestion(
  { store: { db }, storage }: Pick<ConversationDeps, "store" | "storage">,
  answer: MessageRow,
): Promise<Omit<Question, "signal"> | null> {
  const { organizationId, agentId, threadId } = answer;
  const thread = await db
    .selectFrom("threads")
    .select(["preview", "context"])
    .where("organizationId", "=", organizationId)
    .where("id", "=", threadId)
    .executeTakeFirst();
  if (!thread) return null;
  const agent = await findAnsweringAgent(db, { organizationId, agentId }, { preview: thread.preview === 1 });
  const before = await db
    .selectFrom("messages")
    .select(["id", "role", "content", "attachments"])
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .where("position", "<", answer.position)
    .where("kind", "=", "text")
    .orderBy("position", "desc")
    .limit(mostHistory)
    .execute();
  const asked = before.findIndex(({ id }) => id === answer.inReplyTo);
  const question = before[asked];
  if (!agent || !question) return null;
  const filesOf = (row: Pick<MessageRow, "attachments">) =>
    readAttachments(row).map((file) => openAttachment(storage, organizationId, file));
  const history = before.slice(asked + 1).reverse();
  return {
    agent,
    question: question.content,
    files: filesOf(question),
    context: thread.context === null ? null : (JSON.parse(thread.context) as Question["context"]), // written after the contract's check
    history: history.map((row) => ({
      role: row.role === "user" ? "user" : "assistant",
      content: row.content,
      files: filesOf(row),
    })),
  };
}
