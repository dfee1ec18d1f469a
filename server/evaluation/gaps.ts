import { setImmediate as nextTurn } from "node:timers/promises";
import type { Feedback } from "../../shared/contract/conversations/conversations.ts";
import type { Gap } from "../../shared/contract/evaluation/evaluation.ts";
import { saysNotFound } from "../../shared/domain/sayings.ts";
import { asksOnlyForPerson } from "../answering/tools/wantsPerson.ts";
import type { AgentKey } from "../agents/parts.ts";
import type { Db } from "../database/store.ts";
import { readQuestions } from "./askedQuestions.ts";
import type { AskedQuestion, QuestionsWanted } from "./askedQuestions.ts";
import { createLikeQuestions, listTelling } from "./likeQuestions.ts";
import type { LikeQuestions } from "./likeQuestions.ts";
import { nameQuestion } from "./nameQuestion.ts";

const lookedAtOnce = 100;
const mostGaps = 200;
const longestAnswer = 600;
const mostWordings = 5;

/**
 * Gives the questions that found no answer or whose answer was rated bad, newest first; those that ask the same agent the
 * same in other words are one.
 */
export async function findGaps(db: Db, wanted: QuestionsWanted): Promise<Gap[]> {
  const gaps: Gap[] = [];
  const ofAgents = new Map<string, { closed: LikeQuestions<number>; known: LikeQuestions<Gap> }>();
  for (const agentId of wanted.agentIds) {
    const closed = await readClosed(db, { organizationId: wanted.organizationId, agentId });
    ofAgents.set(agentId, { closed, known: createLikeQuestions<Gap>() });
  }
  for (const [index, asked] of (await readQuestions(db, wanted)).entries()) {
    if (index > 0 && index % lookedAtOnce === 0) await nextTurn();
    const { question, agentId, threadId, messageId, content, createdAt } = asked;
    const reason = findReason(asked);
    const ofAgent = ofAgents.get(agentId);
    if (reason === null || question === "" || !ofAgent) continue;
    if (ofAgent.closed.list(question).some((closedAt) => createdAt <= closedAt)) continue;
    const [gap] = ofAgent.known.list(question);
    if (gap) {
      addTo(gap, { question, reason });
      continue;
    }
    const added: Gap = {
      ...{ question, others: [], times: 1, reasons: [reason], lastAt: createdAt },
      ...{ agentId, threadId, messageId },
      answer: content.slice(0, longestAnswer).toWellFormed(),
    };
    gaps.push(added);
    ofAgent.known.add(question, added);
  }
  return gaps.slice(0, mostGaps);
}

function addTo(gap: Gap, { question, reason }: { question: string; reason: Gap["reasons"][number] }): void {
  gap.times += 1;
  if (!gap.reasons.includes(reason)) gap.reasons.push(reason);
  const names = [gap.question, ...gap.others].map(nameQuestion);
  if (gap.others.length < mostWordings && !names.includes(nameQuestion(question))) gap.others.push(question);
}

function findReason(asked: AskedQuestion): Gap["reasons"][number] | null {
  const { question, content, error } = asked;
  const feedback = asked.feedback === null ? null : (JSON.parse(asked.feedback) as Feedback); // written after the contract's check
  if (feedback?.value === -1) return "rated_bad";
  // A request for a person is no question about knowledge.
  if (asksOnlyForPerson(question, [])) return null;
  if (saysNotFound(content)) return "not_found";
  return error === null && isWithoutSource(asked) ? "no_source" : null;
}

/** Whether a question was answered though the knowledge had nothing on it. A greeting asks for nothing of it. */
function isWithoutSource({ question, receipt }: Pick<AskedQuestion, "question" | "receipt">): boolean {
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
