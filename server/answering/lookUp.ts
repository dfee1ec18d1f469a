import { createMask } from "../../shared/domain/personalData.ts";
import { listAudiences } from "../../shared/domain/sourceAudience.ts";
import type { FoundPassage, Retrieve, TermUse, VectorUse } from "../knowledge/retrieve.ts";
import { findFocus } from "./focus.ts";
import type { Question } from "./question.ts";
import type { AnswerRecord } from "./record.ts";

const passagesWanted = 12;

interface LookUp {
  wanted: string;
  signal: AbortSignal;
  /** Of the first search: what a model looks up besides is told as its step. */
  record?: AnswerRecord;
}

/** Finds passages. What a model that makes vectors sees of the question is hidden from it like from the one that answers. */
export function lookUp(
  retrieve: Retrieve,
  { agent, asker, sourceIds }: Question,
  { wanted, signal, record }: LookUp,
): Promise<FoundPassage[]> {
  const { organizationId, agentId, configuration } = agent;
  const outward = configuration.guardrails.hidesPersonalData ? createMask().hide(wanted) : wanted;
  const noteVectors = (use: VectorUse) => void (record && (record.vectors = use));
  const noteTerms = (terms: TermUse) => void (record && (record.terms = terms));
  const limit = passagesWanted;
  const audiences = listAudiences(asker);
  return retrieve({
    organizationId,
    agentId,
    question: emphasize(wanted),
    audiences,
    sourceIds,
    outward,
    limit,
    noteVectors,
    noteTerms,
    signal,
  });
}

/**
 * Leaves out what is far behind the best: eight passages are enough where the others say less of what was asked, and a
 * model reads at most `mostCharacters` of them.
 */
export function keepGood(passages: FoundPassage[]): FoundPassage[] {
  const best = passages[0]?.score ?? 0;
  let left = mostCharacters;
  return passages.filter(({ score, text }, rank) => {
    const isGood = score >= best * (rank < usualPassages ? leastShare : goodShare);
    if (!isGood || (rank > 0 && text.length > left)) return false;
    left -= text.length;
    return true;
  });
}

const usualPassages = 8;
const leastShare = 0.25;
const goodShare = 0.6;
const mostCharacters = 24_000;

/** What a long message asks is looked for more than what it tells besides. */
function emphasize(question: string): string {
  const focus = findFocus(question);
  return focus === null ? question : `${question}\n${focus}`;
}
