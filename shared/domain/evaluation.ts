import { likeness, readNumbers } from "./sayings.ts";
import { hasPassed, isDeclined, isNotFound } from "./testCases.ts";
import type { Check, SeenAnswer } from "./testCases.ts";

export const comparisons = ["better", "same", "worse"] as const;
export type Comparison = (typeof comparisons)[number];

/** An answer beside which another one is held. */
export interface ComparedAnswer extends SeenAnswer {
  /** The passages that it was made from. */
  passages: readonly { text: string }[];
  /** Sentences that the answering itself found in none of its passages, where it tells. */
  unsupported?: readonly string[];
}

export interface Compared {
  question: string;
  /** What visitors got, or what the published version says. */
  before: ComparedAnswer;
  /** What the draft says. */
  after: ComparedAnswer;
  /** What people thought of the answer before; null where nobody said. */
  rating: 1 | -1 | null;
  /** For a saved case: what its checks say of both. */
  checks: { before: readonly Check[]; after: readonly Check[] } | null;
}

/** One thing in which the two differ, and what it speaks for. */
export interface Reason {
  effect: "better" | "worse" | "note";
  text: string;
}

export interface Verdict {
  verdict: Comparison;
  reasons: Reason[];
}

/**
 * Holds the draft's answer against the one before. It compares words, numbers and sources and understands nothing: what
 * it can't tell is `same` with a note, and people may overrule it.
 */
export function compareAnswers(compared: Compared): Verdict {
  const weighed = [
    ...weighWhole(compared),
    ...(compared.checks ? weighCase(compared) : weighQuestion(compared)),
  ];
  const sum = weighed.reduce((total, { weight }) => total + weight, 0);
  const verdict = sum > 0 ? "better" : sum < 0 ? "worse" : "same";
  const reasons = weighed.map(({ weight, text }): Reason => ({ effect: effectOf(weight), text }));
  if (reasons.length === 0) reasons.push({ effect: "note", text: describeLikeness(compared) });
  return { verdict, reasons };
}

interface Weighed {
  weight: number;
  text: string;
}

function effectOf(weight: number): Reason["effect"] {
  return weight > 0 ? "better" : weight < 0 ? "worse" : "note";
}

function weighWhole({ before, after }: Compared): Weighed[] {
  if (after.error !== null && before.error === null)
    return [{ weight: -4, text: `It is incomplete: ${after.error}` }];
  if (after.error === null && before.error !== null)
    return [{ weight: 4, text: "It is complete. The previous answer was not." }];
  return [];
}

function weighCase(compared: Compared): Weighed[] {
  const { before, after } = compared.checks ?? { before: [], after: [] };
  const [held, holds] = [hasPassed(before), hasPassed(after)];
  const lost = after.filter(({ passed }, index) => !passed && before[index]?.passed === true);
  const won = after.filter(({ passed }, index) => passed && before[index]?.passed === false);
  return [
    ...won.map(({ text }) => ({ weight: 1, text })),
    ...lost.map(({ text }) => ({ weight: -2, text })),
    ...(holds && !held ? [{ weight: 1, text: "The case passes now." }] : []),
    ...(held && !holds ? [{ weight: -2, text: "The case passed before and fails now." }] : []),
    ...(!held && !holds ? [{ weight: 0, text: "The case fails in both." }] : []),
  ];
}

function weighQuestion(compared: Compared): Weighed[] {
  const { before, after } = compared;
  if (before.error !== null || after.error !== null) return [];
  const found = weighFound(compared);
  const isAnswered = [before, after].every((answer) => !isNotFound(answer) && !isDeclined(answer));
  return [...found, ...(isAnswered ? weighSources(compared) : []), ...weighRating(compared)];
}

function weighFound({ before, after, rating }: Compared): Weighed[] {
  if (isDeclined(after) && !isDeclined(before)) return [{ weight: -2, text: "It now declines to answer." }];
  if (isDeclined(before) && !isDeclined(after))
    return [{ weight: 2, text: "It now answers. Before, it declined." }];
  if (isNotFound(before) && !isNotFound(after))
    return [{ weight: 2, text: "It found an answer. Before, it had none." }];
  if (!isNotFound(after) || isNotFound(before)) return [];
  return rating === -1
    ? [{ weight: 0, text: "It says that it found nothing. The previous answer was rated bad." }]
    : [{ weight: -2, text: "It no longer finds the answer." }];
}

function weighSources({ question, before, after }: Compared): Weighed[] {
  const cites = [before, after].map(({ citations }) => citations.length > 0);
  const [unfoundedBefore, unfounded] = [findUnfounded(question, before), findUnfounded(question, after)];
  const added = unfounded.filter((number) => !unfoundedBefore.includes(number));
  const [loose, looseNow] = [before.unsupported?.length ?? 0, after.unsupported?.length ?? 0];
  const [said, says] = [readNumbers(before.text), readNumbers(after.text)];
  const gone = said.filter((number) => !says.includes(number));
  const come = says.filter((number) => !said.includes(number));
  return [
    ...(cites[1] && !cites[0] ? [{ weight: 1, text: "It now names its sources." }] : []),
    ...(cites[0] && !cites[1] ? [{ weight: -1, text: "It no longer names a source." }] : []),
    ...(added.length > 0
      ? [{ weight: -2, text: `It says ${join(added)}, which is in none of its passages.` }]
      : []),
    ...(added.length === 0 && unfounded.length < unfoundedBefore.length
      ? [{ weight: 1, text: "Fewer numbers that are in none of its passages." }]
      : []),
    ...(looseNow > loose ? [{ weight: -1, text: "More sentences that no passage supports." }] : []),
    ...(looseNow < loose ? [{ weight: 1, text: "Fewer sentences that no passage supports." }] : []),
    ...(gone.length > 0 && come.length > 0
      ? [{ weight: 0, text: `It says ${join(come)} where it said ${join(gone)}.` }]
      : []),
  ];
}

/** The least likeness at which two answers count as the same one, said in other words. */
const sameAnswer = 0.6;

function weighRating({ before, after, rating }: Compared): Weighed[] {
  if (rating === null || isNotFound(after) || likeness(before.text, after.text) >= sameAnswer) return [];
  return rating === -1
    ? [{ weight: 1, text: "The previous answer was rated bad, and this one differs." }]
    : [{ weight: -1, text: "The previous answer was rated good, and this one differs." }];
}

/** Numbers of an answer that stand neither in its passages nor in the question. */
function findUnfounded(question: string, { text, passages }: ComparedAnswer): string[] {
  const known = new Set([question, ...passages.map((passage) => passage.text)].flatMap(readNumbers));
  return readNumbers(text).filter((number) => number.length > 1 && !known.has(number));
}

function join(numbers: string[]): string {
  return numbers.slice(0, 4).join(", ");
}

function describeLikeness({ before, after }: Compared): string {
  return likeness(before.text, after.text) >= 0.95
    ? "It says the same."
    : "It is worded differently. No check got better or worse.";
}
