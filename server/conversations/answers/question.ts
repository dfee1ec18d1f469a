import { findAnsweringAgent } from "../../agents/find.ts";
import { readSignedVisitor } from "../contacts/signedVisitor.ts";
import type { Question } from "../../answering/question.ts";
import { statement } from "../../database/statement.ts";
import { nameAttachments, openAttachment, readAttachments, wordsOf } from "../files/attachments.ts";
import type { ConversationDeps, ThreadKey } from "../deps.ts";
import { readDone } from "../actions/followUp.ts";
import { askedIn } from "./lease.ts";
import { readAgentNotes } from "../messages/notes/agentNotes.ts";
import { latestPageOf } from "../visitors/pages.ts";
import { keepSummary, readPastSummary } from "../threads/summaries.ts";
import { transcribe } from "../files/transcribe.ts";
import type { HearingDeps } from "../files/transcribe.ts";
import type { MessageRow } from "../tables.ts";
import type { SaidRow, Talk } from "./talk.ts";

const mostHistory = 30;

type QuestionDeps = HearingDeps & Pick<ConversationDeps, "findOffers">;

/**
 * Gives what an answer's row answers: the agent, the conversation before, the question, whose recordings are written down
 * first; null where one of them is gone.
 */
export async function readQuestion(
  deps: QuestionDeps,
  answer: MessageRow,
  signal: AbortSignal,
): Promise<Question | null> {
  const talk = await readTalk(deps, answer, answer.position);
  const at = talk?.said.findIndex(({ id }) => id === answer.inReplyTo) ?? -1;
  const question = talk?.said[at];
  if (!talk || !question) return null;
  const { key, agent, thread, reached } = talk;
  const preview = thread.preview === 1;
  const done = await readDone(deps.store.db, answer);
  // What came of it is deleted: there is nothing to tell, and nothing to be done once more.
  if (answer.runId !== null && done === null) return null;
  const answerKey = `${answer.id}.${askedIn(answer)}`;
  const asker = { ...askerOf(talk), answerKey };
  const { message, heard } = await transcribe(deps, talk, { message: question, asker, signal });
  return {
    // What is told of an action follows all that was said before it.
    ...askIn(deps, talk, { asked: [message], history: talk.said.slice(done ? 0 : at + 1).reverse() }),
    ...{ asker, heard, signal, done },
    place: { ...key, preview, contactId: thread.contactId, answerId: answer.id },
    keepSummary: (summary) => keepSummary(deps.store, { ...key, reached }, summary),
    offersPerson: async () => (await deps.findOffers({ ...key, preview }, agent)).person,
  };
}

/** Reads a conversation, or what stands before a position of it; null where it or its agent is gone. */
export async function readTalk(
  { store }: Pick<ConversationDeps, "store">,
  { organizationId, agentId, threadId }: ThreadKey,
  before?: number,
): Promise<Talk | null> {
  const { db } = store;
  const [thread] = await selectThread(db, { organizationId, agentId, threadId });
  if (!thread) return null;
  const agent = await findAnsweringAgent(db, { organizationId, agentId }, { preview: thread.preview === 1 });
  if (!agent) return null;
  const said = await selectSaid(db, { organizationId, threadId, before: before ?? farthest });
  const { agentNoteIds, reached, ...known } = thread;
  const teamNotes = await readAgentNotes(db, { organizationId, threadId, agentNoteIds });
  const key = { organizationId, agentId, threadId };
  return { key, agent, thread: known, said, teamNotes, reached: reached ?? 0 };
}

const selectThread = statement((db, { organizationId, agentId, threadId }: ThreadKey) =>
  db
    .selectFrom("threads")
    .innerJoin("contacts", (join) =>
      join
        .onRef("contacts.organizationId", "=", "threads.organizationId")
        .onRef("contacts.id", "=", "threads.contactId"),
    )
    .leftJoin("liveCounters as counter", (join) =>
      join
        .onRef("counter.organizationId", "=", "threads.organizationId")
        .onRef("counter.agentId", "=", "threads.agentId"),
    )
    .select([
      "threads.preview",
      "threads.surfaceType",
      "context",
      "firstForm",
      "pageUrl",
      "latestPageUrl",
      "contactId",
      "verified",
      "email",
      "externalId",
      "signedEmail",
      "signedMore",
      "summary",
      "agentNoteIds",
      "counter.last as reached",
    ])
    .where("threads.organizationId", "=", organizationId)
    .where("threads.id", "=", threadId)
    .where("threads.agentId", "=", agentId),
);

/** Behind every message of a conversation. */
const farthest = 2 ** 31 - 1;

const selectSaid = statement((db, { organizationId, threadId, before }: SaidBefore) =>
  db
    .selectFrom("messages")
    .select(["id", "position", "role", "content", "attachments"])
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .where("kind", "=", "text")
    .where("audience", "=", "all")
    .where("position", "<", before)
    .orderBy("position", "desc")
    .limit(mostHistory),
);

interface SaidBefore extends Pick<ThreadKey, "organizationId" | "threadId"> {
  before: number;
}

/** Puts these messages, taken together, to a conversation's agent; both lists oldest first. */
export function askIn(
  { storage }: Pick<ConversationDeps, "storage">,
  { key, agent, thread, teamNotes }: Talk,
  { asked, history }: { asked: SaidRow[]; history: SaidRow[] },
): Omit<Question, "asker" | "signal"> {
  const filesOf = (row: SaidRow) =>
    row.role === "user"
      ? readAttachments(row)
          .filter(({ transcript }) => transcript === undefined)
          .map((file) => openAttachment(storage, key.organizationId, file))
      : [];
  return {
    agent,
    question: asked
      .map(wordsOf)
      .filter((words) => words !== "")
      .join("\n\n"),
    summary: readPastSummary(thread.summary),
    files: asked.flatMap(filesOf),
    teamNotes,
    context: readContext(thread),
    history: history.map((row) => ({
      position: row.position,
      role: row.role === "user" ? "user" : "assistant",
      content: row.role === "support" ? withFileNames(row) : wordsOf(row),
      files: filesOf(row),
    })),
  };
}

/** What the page says of itself, and what the visitor filled in before they wrote. */
function readContext({ context, firstForm }: Talk["thread"]): Question["context"] {
  if (context === null && firstForm === null) return null;
  return {
    ...(firstForm !== null && { "filled in by the visitor": JSON.parse(firstForm) as unknown }),
    ...(JSON.parse(context ?? "{}") as Question["context"]), // written after the contract's check
  };
}

/** What a member wrote; of their files the agent knows the names. */
function withFileNames(row: SaidRow): string {
  const names = nameAttachments(row);
  return names ? `${row.content}\n\n(Files sent along: ${names})`.trim() : row.content;
}

/** The asker in a conversation, which decides what they may see. */
export function askerOf({ thread }: Talk): Omit<Question["asker"], "answerKey"> {
  const { contactId, verified, email, preview, surfaceType } = thread;
  return {
    ...{ contactId, isVerified: verified === 1, preview: preview === 1, surfaceType },
    ...{ pageUrl: latestPageOf(thread), isIdentified: email !== null },
    ...(verified === 1 && { signed: readSignedVisitor(thread) }),
  };
}
