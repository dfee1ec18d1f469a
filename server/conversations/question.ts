import { findAnsweringAgent } from "../agents/find.ts";
import type { Question } from "../answering/question.ts";
import type { Store } from "../database/store.ts";
import type { MessageRow } from "./tables.ts";

const mostHistory = 30;

/** Gives what an answer's row answers: the agent, the conversation before, the question; null where one of them is gone. */
export async function readQuestion(
  { db }: Store,
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
    .select(["id", "role", "content"])
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .where("position", "<", answer.position)
    .where("kind", "=", "text")
    .orderBy("position", "desc")
    .limit(mostHistory)
    .execute();
  const asked = before.findIndex(({ id }) => id === answer.inReplyTo);
  const question = before[asked]?.content;
  if (!agent || question === undefined) return null;
  const history = before.slice(asked + 1).reverse();
  return {
    agent,
    question,
    context: thread.context === null ? null : (JSON.parse(thread.context) as Question["context"]), // written after the contract's check
    history: history.map(({ role, content }) => ({ role: role === "user" ? "user" : "assistant", content })),
  };
}
