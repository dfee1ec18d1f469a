import { setImmediate as nextTurn } from "node:timers/promises";
import type { Feedback } from "../../shared/contract/conversations.ts";
import type { Gap } from "../../shared/contract/evaluation.ts";
import { saysNotFound } from "../../shared/domain/sayings.ts";
import type { AgentKey } from "../agents/parts.ts";
import type { Db } from "../database/store.ts";
import { nameQuestion } from "./nameQuestion.ts";
import { selectAnswers } from "./visitorQuestions.ts";

const dayMs = 24 * 60 * 60 * 1000;
const days = 30;
const mostLookedAt = 2000;
const lookedAtOnce = 100;
const mostGaps = 200;
const longestAnswer = 600;

/** Gives the questions of the last 30 days that found no answer or whose answer was rated bad, most asked first. */
export async function findGaps(db: Db, key: AgentKey, now: number): Promise<Gap[]> {
  const closed = await readClosed(db, key);
  const rows = await selectAnswers(db, key)
    .where("answer.createdAt", ">=", now - days * dayMs)
    .limit(mostLookedAt)
    .execute();
  const gaps = new Map<string, Gap & { name: string }>();
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % lookedAtOnce === 0) await nextTurn();
    const reason = findReason(row);
    if (reason === null || row.question.trim() === "") continue;
    const name = nameQuestion(row.question);
    if (row.createdAt <= (closed.get(name) ?? 0)) continue;
    const known = gaps.get(name);
    if (known) {
      known.times += 1;
      if (!known.reasons.includes(reason)) known.reasons.push(reason);
      continue;
    }
    gaps.set(name, {
      ...{ name, question: row.question, times: 1, reasons: [reason], lastAt: row.createdAt },
      ...{ threadId: row.threadId, messageId: row.id },
      answer: row.content.slice(0, longestAnswer).toWellFormed(),
    });
  }
  return [...gaps.values()]
    .sort((one, other) => other.times - one.times || other.lastAt - one.lastAt)
    .slice(0, mostGaps)
    .map(({ name: _, ...gap }) => gap);
}

function findReason(row: { content: string; feedback: string | null }): Gap["reasons"][number] | null {
  const feedback = row.feedback === null ? null : (JSON.parse(row.feedback) as Feedback); // written after the contract's check
  if (feedback?.value === -1) return "rated_bad";
  return saysNotFound(row.content) ? "not_found" : null;
}

async function readClosed(db: Db, { organizationId, agentId }: AgentKey): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("closedGaps")
    .select(["question", "closedAt"])
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .execute();
  return new Map(rows.map(({ question, closedAt }) => [question, closedAt]));
}
