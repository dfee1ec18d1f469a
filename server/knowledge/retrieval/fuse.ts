import { BestHits } from "./bestHits.ts";
import type { Hit } from "./bestHits.ts";

/** The place that one way of searching gave a passage, from 1, and by which score. */
export interface Place {
  rank: number;
  score: number;
}

/** How a passage was found: by its words (BM25), by its meaning (cosine of the vectors), or both. */
export interface FoundBy {
  lexical: Place | null;
  vector: Place | null;
}

/** A hit; `by` is there where two ways of searching were fused. */
export type RankedHit = Hit & { by?: FoundBy };

/** Reciprocal rank fusion: the usual constant, with which no single first place outweighs two good ones. */
const smoothing = 60;

/**
 * Fuses two orders by the ranks alone, because their scores have no common measure. A passage that both have first gets
 * the score 1; equal scores are ordered by source and number.
 */
export function fuse({ lexical, vector, limit }: Orders): RankedHit[] {
  const found = new Map<string, { hit: Hit; by: FoundBy }>();
  const collect = (hits: readonly Hit[], way: keyof FoundBy) =>
    hits.forEach((hit, index) => {
      const key = `${hit.sourceId} ${hit.number}`;
      const known = found.get(key) ?? { hit, by: { lexical: null, vector: null } };
      known.by[way] = { rank: index + 1, score: hit.score };
      found.set(key, known);
    });
  collect(lexical, "lexical");
  collect(vector, "vector");
  const best = new BestHits<RankedHit>(limit);
  for (const { hit, by } of found.values()) {
    const score = (weigh(by.lexical) + weigh(by.vector)) / 2;
    best.add({ sourceId: hit.sourceId, number: hit.number, score, by });
  }
  return best.toList();
}

interface Orders {
  lexical: readonly Hit[];
  vector: readonly Hit[];
  limit: number;
}

function weigh(place: Place | null): number {
  return place ? (smoothing + 1) / (smoothing + place.rank) : 0;
}
