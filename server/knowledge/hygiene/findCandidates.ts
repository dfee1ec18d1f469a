import { signatureLength } from "./shingles.ts";

/** Two texts by their places, and how like their signatures are. */
export interface Candidate {
  first: number;
  second: number;
  estimate: number;
}

/** With 16 bands of 4 numbers, of two texts that are alike to 0.7 one in a hundred is passed over. */
const bandLength = 4;
/** A signature says a little less or more than the texts do. */
const leastEstimate = 0.55;
/** Of many texts that are all alike each is compared with the first few only. */
const maxNeighbors = 3;

/**
 * Gives the pairs among texts that may be alike, by their signatures one after the other, the most alike first. It
 * compares only those that agree in a band, so the time grows with the texts and not with their pairs.
 */
export function findCandidates(
  signatures: Uint32Array,
  { limit, isPair }: { limit: number; isPair: (first: number, second: number) => boolean },
): Candidate[] {
  const count = signatures.length / signatureLength;
  const found = new Map<number, Candidate>();
  const keys = new Uint32Array(count);
  const order = new Uint32Array(count);
  for (let band = 0; band < signatureLength; band += bandLength) {
    for (let text = 0; text < count; text++) {
      keys[text] = hashBand(signatures, text * signatureLength + band);
      order[text] = text;
    }
    order.sort((one, other) => (keys[one] ?? 0) - (keys[other] ?? 0) || one - other);
    for (let start = 0, end = 0; start < count; start = end) {
      const key = keys[order[start] ?? 0];
      while (end < count && keys[order[end] ?? 0] === key) end++;
      for (let at = start + 1; at < end; at++) {
        for (let beside = start; beside < Math.min(at, start + maxNeighbors); beside++) {
          const [first, second] = [order[beside] ?? 0, order[at] ?? 0];
          const pair = first * count + second;
          if (found.has(pair) || !isPair(first, second)) continue;
          const estimate = estimateLikeness(signatures, first, second);
          if (estimate >= leastEstimate) found.set(pair, { first, second, estimate });
        }
      }
    }
  }
  return [...found.values()]
    .sort(
      (one, other) => other.estimate - one.estimate || one.first - other.first || one.second - other.second,
    )
    .slice(0, limit);
}

function hashBand(signatures: Uint32Array, from: number): number {
  let hash = 0;
  for (let at = from; at < from + bandLength; at++)
    hash = (Math.imul(hash, 0x01000193) + (signatures[at] ?? 0)) | 0;
  return hash >>> 0;
}

function estimateLikeness(signatures: Uint32Array, first: number, second: number): number {
  let same = 0;
  for (let place = 0; place < signatureLength; place++) {
    if (signatures[first * signatureLength + place] === signatures[second * signatureLength + place]) same++;
  }
  return same / signatureLength;
}
