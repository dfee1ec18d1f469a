import { findAnsweringAgent } from "../agents/find.ts";
import type { Question } from "../answering/question.ts";
import { openAttachment, readAttachments } from "./attachments.ts";
import type { ConversationDeps } from "./deps.ts";
import { keepSummary, readPastSummary } from "./summaries.ts";
import type { MessageRow } from "./tables.ts";

const mostHistory = 30;

/** Gives what an answer's row answers: the agent, the conversation before, the question; null where one of them is gone. */
export async function readQuestion(
  deps: Pick<ConversationDeps, "store" | "storage" | "findOffers">,
  answer: MessageRow,
): Promise<Omit<Question, "signal"> | null> {
  const { storage } = deps;
  const { db } = deps.store;
  const { organizationId, agentId, threadId } = answer;
  const thread = await db
    .selectFrom("threads")
    .innerJoin("contacts", (join) =>
      join
        .onRef("contacts.organizationId", "=", "threads.organizationId")
        .onRef("contacts.id", "=", "threads.contactId"),
    )
    .select(["threads.preview", "context", "pageUrl", "contactId", "verified", "email", "summary"])
    .where("threads.organizationId", "=", organizationId)
    .where("threads.id", "=", threadId)
    .executeTakeFirst();
  if (!thread) return null;
  const agent = await findAnsweringAgent(db, { organizationId, agentId }, { preview: thread.preview === 1 });
  const before = await db
    .selectFrom("messages")
    .select(["id", "position", "role", "content", "attachments"])
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .where("position", "<", answer.position)
    .where("kind", "=", "text")
    .where("audience", "=", "all")
    .orderBy("position", "desc")
    .limit(mostHistory)
    .execute();
  const asked = before.findIndex(({ id }) => id === answer.inReplyTo);
  const question = before[asked];
  if (!agent || !question) return null;
  const filesOf = (row: Pick<MessageRow, "attachments">) =>
    readAttachments(row).map((file) => openAttachment(storage, organizationId, file));
  const history = before.slice(asked + 1).reverse();
  const { contactId, pageUrl } = thread;
  const preview = thread.preview === 1;
  return {
    agent,
    asker: {
      ...{ contactId, pageUrl, isVerified: thread.verified === 1, preview },
      isIdentified: thread.email !== null,
      // A process that takes an answer over begins a generation too, but nobody asked for another one.
      answerKey: `${answer.id}.${answer.generation - answer.attempts + 1}`,
    },
    question: question.content,
    summary: readPastSummary(thread.summary),
    keepSummary: (summary) => keepSummary(deps.store, { organizationId, agentId, threadId }, summary),
    offersPerson: async () => (await deps.findOffers({ organizationId, agentId, preview })).person,
    files: filesOf(question),
    context: thread.context === null ? null : (JSON.parse(thread.context) as Question["context"]), // written after the contract's check
    history: history.map((row) => ({
      position: row.position,
      role: row.role === "user" ? "user" : "assistant",
      content: row.content,
      files: filesOf(row),
    })),
  };
}
