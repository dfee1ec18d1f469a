import { readBucket } from "./buckets.ts";

/** A term with its encoded postings in each bucket that has it, by the place of the bucket. */
export interface MergedTerm {
  term: string;
  pieces: { place: number; postings: Uint8Array }[];
}

/** Goes through buckets side by side: each has its terms in order, and so are these. */
export function* mergeBuckets(buckets: readonly (Uint8Array | undefined)[]): Generator<MergedTerm> {
  const open = buckets.flatMap((bucket, place) => {
    const terms = bucket && readBucket(bucket);
    const first = terms?.next();
    return terms && first && !first.done ? [{ place, terms, next: first.value }] : [];
  });
  while (open.length > 0) {
    let term = open[0]?.next[0] ?? "";
    for (const { next } of open) if (next[0] < term) term = next[0];
    const pieces: MergedTerm["pieces"] = [];
    for (let index = 0; index < open.length; index++) {
      const bucket = open[index];
      if (!bucket || bucket.next[0] !== term) continue;
      pieces.push({ place: bucket.place, postings: bucket.next[1] });
      const following = bucket.terms.next();
      if (!following.done) bucket.next = following.value;
      else open.splice(index--, 1);
    }
    yield { term, pieces };
  }
}
