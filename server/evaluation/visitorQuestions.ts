import type { AnswerSide } from "../../shared/contract/evaluation/evaluation.ts";
import type { Citation, Feedback } from "../../shared/contract/conversations/conversations.ts";
import type { Receipt } from "../../shared/contract/conversations/answers/receipts.ts";
import { readAttachments, wordsOf } from "../conversations/files/attachments.ts";
import type { AgentKey } from "../agents/parts.ts";
import type { Db } from "../database/store.ts";
import type { Asked } from "./ask.ts";
import { readHistory } from "./history.ts";
import { nameQuestion } from "./nameQuestion.ts";

/** A question that a visitor asked, with the answer that they got. */
export interface VisitorQuestion {
  threadId: string;
  messageId: string;
  asked: Asked;
  before: AnswerSide;
}

const dayMs = 24 * 60 * 60 * 1000;
const mostReplayed = 50;
/** Of these the newest different ones are taken. */
const mostLookedAt = 400;

/** Gives what visitors asked in the last day, or where nobody did in the last week, each question once. */
export async function findVisitorQuestions(db: Db, key: AgentKey, now: number): Promise<VisitorQuestion[]> {
  const yesterday = await readSince(db, key, now - dayMs);
  return yesterday.length > 0 ? yesterday : readSince(db, key, now - 7 * dayMs);
}

async function readSince(db: Db, key: AgentKey, since: number): Promise<VisitorQuestion[]> {
  const rows = await selectAnswers(db, key.organizationId)
    .where("answer.agentId", "=", key.agentId)
    .where("answer.createdAt", ">=", since)
    .limit(mostLookedAt)
    .execute();
  const chosen: VisitorQuestion[] = [];
  const known = new Set<string>();
  for (const row of rows) {
    if (chosen.length === mostReplayed) break;
    const question = wordsOf({ content: row.question, attachments: row.attachments });
    // What was asked along with files can't be asked again without them.
    if (question.trim() === "" || readAttachments(row).some(({ transcript }) => transcript === undefined))
      continue;
    const receipt = row.receipt === null ? null : (JSON.parse(row.receipt) as Receipt); // written by saveReceipt
    // "And how much is it?" is another question in another conversation: it was rewritten there.
    const name = nameQuestion(receipt?.rewrittenQuestion ?? question);
    if (known.has(name)) continue;
    known.add(name);
    const history = row.askedAt === 0 ? [] : await readHistory(db, { ...key, ...row, before: row.askedAt });
    const feedback = row.feedback === null ? null : (JSON.parse(row.feedback) as Feedback); // written after the contract's check
    chosen.push({
      threadId: row.threadId,
      messageId: row.id,
      asked: {
        question,
        history,
        context: row.context === null ? null : (JSON.parse(row.context) as Asked["context"]), // written after the contract's check
        pageUrl: receipt?.page ?? row.pageUrl,
        isVerified: row.verified === 1,
        isIdentified: row.email !== null,
        expectation: null,
        rating: feedback?.value ?? null,
      },
      before: {
        version: receipt?.agentVersion ?? null,
        text: row.content,
        citations: JSON.parse(row.citations) as Citation[], // written by endAnswer
        error: row.error === null ? null : (JSON.parse(row.error) as { message: string }).message, // written by endAnswer
        receipt,
        feedback,
        checks: [],
      },
    });
  }
  return chosen;
}

/** Agents' own answers to visitors that have ended by themselves, newest first. */
export function selectAnswers(db: Db, organizationId: string) {
  return db
    .selectFrom("messages as answer")
    .innerJoin("messages as question", (join) =>
      join
        .onRef("question.organizationId", "=", "answer.organizationId")
        .onRef("question.id", "=", "answer.inReplyTo"),
    )
    .innerJoin("threads as thread", (join) =>
      join
        .onRef("thread.organizationId", "=", "answer.organizationId")
        .onRef("thread.id", "=", "answer.threadId"),
    )
    .innerJoin("contacts as contact", (join) =>
      join
        .onRef("contact.organizationId", "=", "thread.organizationId")
        .onRef("contact.id", "=", "thread.contactId"),
    )
    .leftJoin("receipts as receipt", (join) =>
      join
        .onRef("receipt.organizationId", "=", "answer.organizationId")
        .onRef("receipt.messageId", "=", "answer.id"),
    )
    .select([
      "answer.id",
      "answer.agentId",
      "answer.threadId",
      "answer.content",
      "answer.citations",
      "answer.error",
    ])
    .select([
      "answer.createdAt",
      "answer.feedback",
      "question.content as question",
      "question.position as askedAt",
    ])
    .select(["question.attachments", "thread.context", "thread.pageUrl", "contact.verified", "contact.email"])
    .select("receipt.body as receipt")
    .where("answer.organizationId", "=", organizationId)
    .where("answer.role", "=", "assistant")
    .where("answer.status", "in", ["sent", "failed"])
    .where("thread.preview", "=", 0)
    .orderBy("answer.createdAt", "desc")
    .orderBy("answer.id", "desc");
}
