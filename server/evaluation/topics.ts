import { setImmediate as nextTurn } from "node:timers/promises";
import type { Topic } from "../../shared/contract/evaluation/evaluation.ts";
import { saysNotFound } from "../../shared/domain/sayings.ts";
import { asksOnlyForPerson } from "../answering/tools/wantsPerson.ts";
import type { Db } from "../database/store.ts";
import { readQuestions } from "./askedQuestions.ts";
import type { QuestionsWanted } from "./askedQuestions.ts";
import { listTelling } from "./likeQuestions.ts";
import { nameQuestion } from "./nameQuestion.ts";

/** How many are compared before others get the processor: none holds up the event loop for long. */
const atOnce = 50;
const mostTopics = 12;
const mostExamples = 4;
/** From here on a question is of a topic; the cosine of its words' weights with those of the topic. */
const enough = 0.35;

/** A question that a visitor asked. */
export interface TopicQuestion {
  question: string;
  agentId: string;
  threadId: string;
  messageId: string;
  credits: number;
  isUnanswered: boolean;
}

/** Gives what visitors asked about, and how many questions that was read from. */
export async function findTopics(
  db: Db,
  wanted: QuestionsWanted,
): Promise<{ items: Topic[]; questions: number }> {
  const asked: TopicQuestion[] = [];
  for (const [index, one] of (await readQuestions(db, wanted)).entries()) {
    if (index % atOnce === 0) await nextTurn();
    const { question, agentId, threadId, messageId, content, receipt } = one;
    if (asksOnlyForPerson(question, [])) continue;
    const credits = receipt?.credits ?? 0;
    asked.push({ question, agentId, threadId, messageId, credits, isUnanswered: saysNotFound(content) });
  }
  return { items: await groupTopics(asked), questions: asked.length };
}

interface Weighed extends TopicQuestion {
  /** Its telling words by how much they tell; the length of all together is one. */
  weights: Map<string, number>;
}

interface Group {
  questions: Weighed[];
  weights: Map<string, number>;
}

/**
 * Groups questions by their telling words: each joins the topic that is most like it, or begins one. What was asked only
 * once is no topic, and what tells nothing ("Hello") is of none.
 */
export async function groupTopics(asked: readonly TopicQuestion[]): Promise<Topic[]> {
  const groups: Group[] = [];
  const byTerm = new Map<string, Set<Group>>();
  for (const [index, question] of (await weigh(asked)).entries()) {
    if (index % atOnce === 0) await nextTurn();
    const near = new Set([...question.weights.keys()].flatMap((term) => [...(byTerm.get(term) ?? [])]));
    let best: { group: Group; likeness: number } | null = null;
    for (const group of near) {
      const likeness = compare(question.weights, group.weights);
      if (likeness >= enough && likeness > (best?.likeness ?? 0)) best = { group, likeness };
    }
    const group = best?.group ?? { questions: [], weights: new Map<string, number>() };
    if (!best) groups.push(group);
    group.questions.push(question);
    for (const [term, weight] of question.weights) {
      group.weights.set(term, (group.weights.get(term) ?? 0) + weight);
      const known = byTerm.get(term) ?? new Set();
      byTerm.set(term, known.add(group));
    }
  }
  return groups
    .filter(({ questions }) => questions.length > 1)
    .toSorted((one, other) => other.questions.length - one.questions.length)
    .slice(0, mostTopics)
    .map(describe);
}

/** A word tells more the fewer questions have it; one that a single question has says nothing of a topic. */
async function weigh(asked: readonly TopicQuestion[]): Promise<Weighed[]> {
  const read: { one: TopicQuestion; terms: string[] }[] = [];
  const counts = new Map<string, number>();
  for (const [index, one] of asked.entries()) {
    if (index % atOnce === 0) await nextTurn();
    const terms = [...new Set(listTelling(one.question))];
    if (terms.length === 0) continue;
    read.push({ one, terms });
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return read.flatMap(({ one, terms: all }) => {
    const terms = all.filter((term) => (counts.get(term) ?? 0) > 1);
    if (terms.length === 0) return [];
    const told = terms.map((term) => Math.log(1 + read.length / (counts.get(term) ?? 1)));
    const length = Math.hypot(...told);
    const weights = new Map(terms.map((term, index) => [term, (told[index] ?? 0) / length]));
    return [{ ...one, weights }];
  });
}

function compare(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let product = 0;
  for (const [term, weight] of one) product += weight * (other.get(term) ?? 0);
  return product / Math.hypot(...one.values()) / Math.hypot(...other.values());
}

function describe({ questions, weights }: Group): Topic {
  const different = new Map<string, Weighed>();
  // The newest come first, and so does the newest answer to what is asked in the same words.
  for (const question of questions) {
    const name = nameQuestion(question.question);
    if (!different.has(name)) different.set(name, question);
  }
  const central = [...different.values()].toSorted(
    (one, other) => compare(other.weights, weights) - compare(one.weights, weights),
  );
  return {
    name: central[0]?.question ?? "",
    times: questions.length,
    unanswered: questions.filter(({ isUnanswered }) => isUnanswered).length,
    credits: questions.reduce((sum, { credits }) => sum + credits, 0),
    examples: central
      .slice(0, mostExamples)
      .map(({ question, agentId, threadId, messageId }) => ({ question, agentId, threadId, messageId })),
  };
}
