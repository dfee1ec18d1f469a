import { BestHits } from "./bestHits.ts";
import type { Hit } from "./bestHits.ts";
import { findRemoved } from "./removed.ts";
import type { Segment } from "./readSegments.ts";
import type { Head } from "./segment/head.ts";
import { fields } from "./segment/postings.ts";
import type { Postings } from "./segment/postings.ts";

/**
 * How BM25 counts. Measured on SciFact: all values near these give the same nDCG within 0.003, so they
 * are the usual ones, with a title worth two mentions in the text and its length mattering less.
 */
const saturation = 1.2;
const weights = { title: 2, headings: 1.5, text: 1 };
const lengthMatters = { title: 0.4, headings: 0.4, text: 0.7 };

/**
 * Gives the best passages for a question's terms by BM25 over three fields, best first. Counts of
 * passages and lengths are those of the given segments and nobody else's. Sums run in the order of the
 * terms, so the same passages give the same scores however they lie in segments, on either store;
 * equal scores are ordered by source and number.
 */
export function rankPassages({
  segments,
  terms,
  postings,
  limit,
}: {
  segments: readonly Segment[];
  terms: readonly RankedTerm[];
  postings: readonly (readonly (Postings | null)[])[];
  limit: number;
}): Ranking {
  const removed = findRemoved(segments);
  const totals = countTotals(segments, removed);
  if (totals.passages === 0) return { hits: [], rarity: {}, most: 0, passages: 0 };

  const weighIdf = (found: number) => Math.log(1 + (totals.passages - found + 0.5) / (found + 0.5));
  const idf = terms.map((_, term) =>
    weighIdf(
      countPassages(
        postings.map((ofSegment) => ofSegment[term] ?? null),
        removed,
      ),
    ),
  );
  const termWeights = terms.map(({ weight }, term) => weight * (idf[term] ?? 0) * (saturation + 1));
  const best = new BestHits(limit);
  segments.forEach((segment, at) => {
    const scores = scoreSegment({ segment, postings: postings[at] ?? [], termWeights, totals });
    collectBest({ segment, scores, removed: removed[at], best });
  });
  const own = terms.flatMap(({ text, standsFor }, term) => (standsFor === null ? [{ text, term }] : []));
  return {
    hits: best.toList(),
    rarity: Object.fromEntries(own.map(({ text, term }) => [text, (idf[term] ?? 0) / weighIdf(0)])),
    passages: totals.passages,
    most: own.reduce((sum, { term }) => sum + (termWeights[term] ?? 0), 0),
  };
}

interface RankedTerm {
  text: string;
  weight: number;
  /** The term of the question in whose place it is asked for, where it is none of the question's own. */
  standsFor: string | null;
}

/** The best hits; how rare each term of the question is, from 0 to 1; what a passage could get at most; and how many there are. */
interface Ranking {
  hits: Hit[];
  rarity: Record<string, number>;
  most: number;
  passages: number;
}

interface Totals {
  passages: number;
  title: number;
  headings: number;
  text: number;
}

function countTotals(segments: readonly Segment[], removed: readonly (Uint8Array | undefined)[]): Totals {
  const totals: Totals = { passages: 0, title: 0, headings: 0, text: 0 };
  segments.forEach(({ head }, at) => {
    const all = countAll(head);
    totals.passages += all.passages;
    for (const field of fields) totals[field] += all[field];
    const gone = removed[at];
    for (let ordinal = gone?.indexOf(1) ?? -1; ordinal >= 0; ordinal = gone?.indexOf(1, ordinal + 1) ?? -1) {
      totals.passages--;
      for (const field of fields) totals[field] -= head[field][ordinal] ?? 0;
    }
  });
  return totals;
}

/** Heads never change and are kept from question to question, and so is what is counted of all their passages. */
const counted = new WeakMap<Head, Totals>();

function countAll(head: Head): Totals {
  const known = counted.get(head);
  if (known) return known;
  const sum = (lengths: Uint32Array) => lengths.reduce((total, length) => total + length, 0);
  const { numbers, title, headings, text } = head;
  const all = { passages: numbers.length, title: sum(title), headings: sum(headings), text: sum(text) };
  counted.set(head, all);
  return all;
}

function countPassages(
  lists: readonly (Postings | null)[],
  removed: readonly (Uint8Array | undefined)[],
): number {
  let count = 0;
  lists.forEach((postings, at) => {
    if (!postings) return;
    count += postings.ordinals.length;
    const gone = removed[at];
    if (gone) for (const ordinal of postings.ordinals) count -= gone[ordinal] ?? 0;
  });
  return count;
}

function scoreSegment({
  segment: { head },
  postings,
  termWeights,
  totals,
}: {
  segment: Segment;
  postings: readonly (Postings | null)[];
  termWeights: readonly number[];
  totals: Totals;
}): Float64Array {
  const scores = new Float64Array(head.numbers.length);
  const title = createFieldRule("title", totals);
  const headings = createFieldRule("headings", totals);
  const text = createFieldRule("text", totals);
  postings.forEach((list, term) => {
    const termWeight = termWeights[term] ?? 0;
    if (!list) return;
    for (let index = 0; index < list.ordinals.length; index++) {
      const ordinal = list.ordinals[index] ?? 0;
      let count =
        (text.weight * (list.text[index] ?? 0)) / (text.base + text.perTerm * (head.text[ordinal] ?? 0));
      if (list.title && list.headings) {
        count +=
          (title.weight * (list.title[index] ?? 0)) /
          (title.base + title.perTerm * (head.title[ordinal] ?? 0));
        count +=
          (headings.weight * (list.headings[index] ?? 0)) /
          (headings.base + headings.perTerm * (head.headings[ordinal] ?? 0));
      }
      scores[ordinal] = (scores[ordinal] ?? 0) + (termWeight * count) / (saturation + count);
    }
  });
  return scores;
}

/** A mention counts `weight / (base + perTerm * length)`: less in a longer field than in one of average length. */
function createFieldRule(
  field: (typeof fields)[number],
  totals: Totals,
): { weight: number; base: number; perTerm: number } {
  const average = totals[field] / totals.passages;
  const matters = lengthMatters[field];
  return { weight: weights[field], base: 1 - matters, perTerm: average > 0 ? matters / average : 0 };
}

function collectBest({
  segment: { sourceId, head },
  scores,
  removed,
  best,
}: {
  segment: Segment;
  scores: Float64Array;
  removed: Uint8Array | undefined;
  best: BestHits;
}): void {
  for (let ordinal = 0; ordinal < scores.length; ordinal++) {
    const score = scores[ordinal] ?? 0;
    if (score <= 0 || score < best.least || removed?.[ordinal]) continue;
    best.add({ sourceId, number: head.numbers[ordinal] ?? 0, score });
  }
}
