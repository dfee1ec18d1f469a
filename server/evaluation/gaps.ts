import { setImmediate as nextTurn } from "node:timers/promises";
import type { Feedback } from "../../shared/contract/conversations/conversations.ts";
import type { Receipt } from "../../shared/contract/conversations/answers/receipts.ts";
import type { Gap } from "../../shared/contract/evaluation/evaluation.ts";
import { saysNotFound } from "../../shared/domain/sayings.ts";
import { asksOnlyForPerson } from "../answering/tools/wantsPerson.ts";
import { wordsOf } from "../conversations/files/attachments.ts";
import type { AgentKey } from "../agents/parts.ts";
import type { Db } from "../database/store.ts";
import { createLikeQuestions, listTelling } from "./likeQuestions.ts";
import type { LikeQuestions } from "./likeQuestions.ts";
import { nameQuestion } from "./nameQuestion.ts";
import { selectAnswers } from "./visitorQuestions.ts";

const dayMs = 24 * 60 * 60 * 1000;
const days = 30;
const mostLookedAt = 2000;
const lookedAtOnce = 100;
const mostGaps = 200;
const longestAnswer = 600;
const mostWordings = 5;

/**
 * Gives the questions of the last 30 days that found no answer or whose answer was rated bad, newest first; those that
 * ask the same in other words are one.
 */
export async function findGaps(db: Db, key: AgentKey, now: number): Promise<Gap[]> {
  const closed = await readClosed(db, key);
  const rows = await selectAnswers(db, key)
    .where("answer.createdAt", ">=", now - days * dayMs)
    .limit(mostLookedAt)
    .execute();
  const gaps: Gap[] = [];
  const known = createLikeQuestions<Gap>();
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % lookedAtOnce === 0) await nextTurn();
    const receipt = row.receipt === null ? null : (JSON.parse(row.receipt) as Receipt); // written by saveReceipt
    const question = readAsked(wordsOf({ content: row.question, attachments: row.attachments }), receipt);
    const reason = findReason(row, { question, receipt });
    if (reason === null || question === "") continue;
    if (closed.list(question).some((closedAt) => row.createdAt <= closedAt)) continue;
    const [gap] = known.list(question);
    if (gap) {
      addTo(gap, { question, reason });
      continue;
    }
    const added: Gap = {
      ...{ question, others: [], times: 1, reasons: [reason], lastAt: row.createdAt },
      ...{ threadId: row.threadId, messageId: row.id },
      answer: row.content.slice(0, longestAnswer).toWellFormed(),
    };
    gaps.push(added);
    known.add(question, added);
  }
  return gaps.slice(0, mostGaps);
}

/** What was asked: of a follow-up what a model made of it, for "And how much is it?" alone asks nothing. */
export function readAsked(question: string, receipt: Receipt | null): string {
  const rewritten = receipt?.rewrite?.isUsed ? receipt.rewrittenQuestion : null;
  return (rewritten ?? question).trim();
}

function addTo(gap: Gap, { question, reason }: { question: string; reason: Gap["reasons"][number] }): void {
  gap.times += 1;
  if (!gap.reasons.includes(reason)) gap.reasons.push(reason);
  const names = [gap.question, ...gap.others].map(nameQuestion);
  if (gap.others.length < mostWordings && !names.includes(nameQuestion(question))) gap.others.push(question);
}

interface Asked {
  question: string;
  receipt: Receipt | null;
}

function findReason(
  row: { content: string; feedback: string | null; error: string | null },
  { question, receipt }: Asked,
): Gap["reasons"][number] | null {
  const feedback = row.feedback === null ? null : (JSON.parse(row.feedback) as Feedback); // written after the contract's check
  if (feedback?.value === -1) return "rated_bad";
  // Who asks for a person asks nothing of the knowledge.
  if (asksOnlyForPerson(question, [])) return null;
  if (saysNotFound(row.content)) return "not_found";
  return row.error === null && isWithoutSource({ question, receipt }) ? "no_source" : null;
}

/** Whether a question was answered though the knowledge had nothing on it. A greeting asks for nothing of it. */
function isWithoutSource({ question, receipt }: Asked): boolean {
  if (!receipt || receipt.passages.length > 0) return false;
  if (receipt.blockedTopic || receipt.steps?.length || receipt.files?.length) return false;
  return /[?？؟]/.test(question) && listTelling(question).length > 0;
}

/** When questions were closed, by what they asked. */
async function readClosed(db: Db, { organizationId, agentId }: AgentKey): Promise<LikeQuestions<number>> {
  const rows = await db
    .selectFrom("closedGaps")
    .select(["question", "closedAt"])
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .execute();
  const closed = createLikeQuestions<number>();
  for (const { question, closedAt } of rows) closed.add(question, closedAt);
  return closed;
}
