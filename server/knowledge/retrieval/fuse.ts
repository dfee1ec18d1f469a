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

/**
 * Both count the same. The best of each is 1: where one way has a clear best and the other only near misses, the clear one
 * leads, which ranks can't tell. By equal ranks a weak model put chance finds beside the best passages.
 */
const shares = { lexical: 0.5, vector: 0.5 };
/** Vectors of anything are somewhat alike: what is worth nothing lies so high, or lower where the list goes further down. */
const highestFloor = 0.5;

/**
 * Fuses two orders by their scores, each made a share of its best. A passage that is first by both gets the score 1; what one
 * way did not find gets nothing from it. Equal scores are ordered by source and number.
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
  const byWords = measureFrom(0, lexical);
  const byMeaning = measureFrom(findFloor(vector), vector);
  for (const { hit, by } of found.values()) {
    const score = shares.lexical * byWords(by.lexical) + shares.vector * byMeaning(by.vector);
    best.add({ sourceId: hit.sourceId, number: hit.number, score, by });
  }
  return best.toList();
}

interface Orders {
  lexical: readonly Hit[];
  vector: readonly Hit[];
  limit: number;
}

/** Gives how to tell a score's share of the way from a floor up to the best. */
function measureFrom(floor: number, hits: readonly Hit[]): (place: Place | null) => number {
  const best = hits[0]?.score ?? 0;
  return (place) => (place && best > floor ? (place.score - floor) / (best - floor) : 0);
}

function findFloor(hits: readonly Hit[]): number {
  return Math.min(hits.at(-1)?.score ?? 0, (hits[0]?.score ?? 0) * highestFloor);
}
