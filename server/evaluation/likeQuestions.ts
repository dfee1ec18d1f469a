import { splitTerms } from "../knowledge/retrieval/terms/splitTerms.ts";
import { nameQuestion } from "./nameQuestion.ts";

/** From here on two questions are one; the share of the words that tell something and are in both. */
const enough = 0.75;

/** Questions that were put in, found again by others that ask the same in other words. */
export interface LikeQuestions<T> {
  add(question: string, value: T): void;
  /** What was put in for questions like this one, the most like first. */
  list(question: string): T[];
}

/**
 * Folds questions by their words: stems without stop words, in any order. "Do you ship to Norway?" and "shipping to
 * Norway" are one, "to Sweden" is another; numbers must be the same. What has stop words alone is compared as it stands.
 */
export function createLikeQuestions<T>(): LikeQuestions<T> {
  const byName = new Map<string, T>();
  const byTerm = new Map<string, Held<T>[]>();

  return {
    add(question, value) {
      const held: Held<T> = { ...readQuestion(question), value };
      if (!byName.has(held.name)) byName.set(held.name, value);
      for (const term of held.terms) byTerm.set(term, [...(byTerm.get(term) ?? []), held]);
    },
    list(question) {
      const asked = readQuestion(question);
      const shared = new Map<Held<T>, number>();
      for (const term of asked.terms) {
        for (const held of byTerm.get(term) ?? []) shared.set(held, (shared.get(held) ?? 0) + 1);
      }
      const like = [...shared]
        .map(([held, both]) => ({ held, share: (2 * both) / (held.terms.size + asked.terms.size) }))
        .filter(({ held, share }) => share >= enough && held.numbers === asked.numbers)
        .sort((one, other) => other.share - one.share)
        .map(({ held }) => held.value);
      const same = byName.get(asked.name);
      return same === undefined ? like : [same, ...like.filter((value) => value !== same)];
    },
  };
}

interface ReadQuestion {
  name: string;
  terms: Set<string>;
  numbers: string;
}

interface Held<T> extends ReadQuestion {
  value: T;
}

function readQuestion(question: string): ReadQuestion {
  const terms = new Set(listTelling(question));
  const numbers = [...terms].filter((term) => /\d/.test(term)).sort();
  return { name: nameQuestion(question), terms, numbers: numbers.join(" ") };
}

/** The words of a question that tell something, as the search compares them. */
export function listTelling(question: string): string[] {
  return splitTerms(question)
    .filter(({ isCommon }) => !isCommon)
    .map(({ text }) => text);
}
