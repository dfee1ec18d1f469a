import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import type { Receipt } from "../../shared/contract/conversations/answers/receipts.ts";
import type { FigureFilters } from "../../shared/domain/measures.ts";
import { wordsOf } from "../conversations/files/attachments.ts";
import type {} from "../conversations/tables.ts";
import type { Db } from "../database/store.ts";
import { selectAnswers } from "./visitorQuestions.ts";

/** Which agents, period and conversations the questions come from. */
export interface QuestionsWanted {
  organizationId: string;
  agentIds: readonly string[];
  /** The moments from which on and before which they were answered. */
  from: number;
  to: number;
  filters: FigureFilters;
}

/** A question that a visitor asked, with its answer. */
export interface AskedQuestion {
  question: string;
  agentId: string;
  threadId: string;
  messageId: string;
  content: string;
  feedback: string | null;
  error: string | null;
  createdAt: number;
  receipt: Receipt | null;
}

const mostLookedAt = 2000;
/** How many are compared before others get the processor: none holds up the event loop for long. */
const atOnce = 50;

/** Gives the newest questions, the newest first. */
export async function readQuestions(db: Db, wanted: QuestionsWanted): Promise<AskedQuestion[]> {
  const ids = await listAnswerIds(db, wanted);
  if (ids.length === 0) return [];
  const rows = await selectAnswers(db, wanted.organizationId).where("answer.id", "in", ids).execute();
  const asked: AskedQuestion[] = [];
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % atOnce === 0) await nextTurn();
    const receipt = row.receipt === null ? null : (JSON.parse(row.receipt) as Receipt); // written by saveReceipt
    if (wanted.filters.model !== undefined && receipt?.model !== wanted.filters.model) continue;
    const { id: messageId, agentId, threadId, content, feedback, error, createdAt } = row;
    const question = readAsked(wordsOf({ content: row.question, attachments: row.attachments }), receipt);
    asked.push({ question, agentId, threadId, messageId, content, feedback, error, createdAt, receipt });
  }
  return asked;
}

/** What was asked: of a follow-up what a model made of it, for "And how much is it?" alone asks nothing. */
export function readAsked(question: string, receipt: Receipt | null): string {
  const rewritten = receipt?.rewrite?.isUsed ? receipt.rewrittenQuestion : null;
  return (rewritten ?? question).trim();
}

/** Agent by agent, each by the index of its own: the newest of all are among the newest of each. */
async function listAnswerIds(db: Db, { agentIds, ...wanted }: QuestionsWanted): Promise<string[]> {
  const lists: { id: string; createdAt: number }[][] = [];
  for (const agentId of agentIds) lists.push(await listIdsOf(db, { ...wanted, agentId }));
  return lists
    .flat()
    .toSorted((one, other) => other.createdAt - one.createdAt)
    .slice(0, mostLookedAt)
    .map(({ id }) => id);
}

function listIdsOf(
  db: Db,
  {
    organizationId,
    agentId,
    from,
    to,
    filters: { surface, language, label },
  }: Omit<QuestionsWanted, "agentIds"> & { agentId: string },
): Promise<{ id: string; createdAt: number }[]> {
  return (
    db
      .selectFrom("messages")
      .select(["id", "createdAt"])
      .where("organizationId", "=", organizationId)
      .where("agentId", "=", agentId)
      .where("createdAt", ">=", from)
      .where("createdAt", "<", to)
      .where("role", "=", "assistant")
      .where("status", "in", ["sent", "failed"])
      // The limit counts only what is shown: previews and answers without a question are left out before it.
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom("messages as question")
            .select("question.id")
            .whereRef("question.organizationId", "=", "messages.organizationId")
            .whereRef("question.id", "=", "messages.inReplyTo"),
        ),
      )
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom("threads")
            .select("threads.id")
            .whereRef("threads.organizationId", "=", "messages.organizationId")
            .whereRef("threads.id", "=", "messages.threadId")
            .where("threads.preview", "=", 0)
            .$if(surface !== undefined, (row) => row.where("threads.surfaceType", "=", surface ?? ""))
            // As figures have it: the language alone, without its country.
            .$if(language !== undefined, (row) =>
              row.where(
                sql<boolean>`(lower("threads"."language") = ${language} or lower("threads"."language") like ${`${language}-%`})`,
              ),
            ),
        ),
      )
      .$if(label !== undefined, (row) =>
        row.where(({ exists, selectFrom }) =>
          exists(
            selectFrom("threadLabels")
              .select("threadLabels.labelId")
              .whereRef("threadLabels.organizationId", "=", "messages.organizationId")
              .whereRef("threadLabels.threadId", "=", "messages.threadId")
              .where("threadLabels.labelId", "=", label ?? ""),
          ),
        ),
      )
      .orderBy("createdAt", "desc")
      .orderBy("id", "desc")
      .limit(mostLookedAt)
      .execute()
  );
}
