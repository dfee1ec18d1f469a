import type { TermLanguage } from "../terms/languages.ts";
import { splitTerms } from "../terms/splitTerms.ts";
import { chooseBucket, countBuckets, encodeBucket } from "./buckets.ts";
import { encodeHead } from "./head.ts";
import { encodePostings, fields } from "./postings.ts";
import type { PostingList } from "./postings.ts";

/** A passage as the index takes it; its number is unique in its source and never used again. */
export interface IndexedPassage {
  number: number;
  title: string;
  headings: readonly string[];
  text: string;
  /** Of its page, by which its words are brought to their stems; English where it is left out. */
  language?: TermLanguage;
}

/** A segment ready to be written: its head (bucket 0) and its buckets from 1 on. */
export interface EncodedSegment {
  head: Uint8Array;
  buckets: Uint8Array[];
}

/**
 * Gives a segment that brings in passages and takes out others of the same source. This is the work of
 * indexing (about 0.1 ms a passage) and touches no database, so it can run in a thread of its own.
 */
export function encodeSegment(change: {
  passages?: readonly IndexedPassage[];
  removed?: readonly number[];
}): EncodedSegment {
  const passages = [...(change.passages ?? [])].sort((one, other) => one.number - other.number);
  const lists = new Map<string, PostingList>();
  const lengths = { title: [] as number[], headings: [] as number[], text: [] as number[] };
  passages.forEach((passage, ordinal) => {
    fields.forEach((field, place) => {
      const terms = splitTerms(
        field === "headings" ? passage.headings.join("\n") : passage[field],
        passage.language,
      );
      lengths[field].push(terms.length);
      for (const term of terms) countTerm(lists, { term: term.text, ordinal, place });
    });
  });
  const buckets = encodeBuckets(lists);
  const head = encodeHead({
    bucketCount: buckets.length,
    numbers: Uint32Array.from(passages, ({ number }) => number),
    title: Uint32Array.from(lengths.title),
    headings: Uint32Array.from(lengths.headings),
    text: Uint32Array.from(lengths.text),
    removed: Uint32Array.from(new Set(change.removed)).sort(),
    languages: [...new Set(passages.map(({ language = "en" }) => language))].filter((each) => each !== "en"),
  });
  return { head, buckets };
}

function encodeBuckets(lists: ReadonlyMap<string, PostingList>): Uint8Array[] {
  const encoded = [...lists].map(([term, list]): [string, Uint8Array] => [term, encodePostings(list)]);
  const bytes = encoded.reduce((sum, [term, postings]) => sum + term.length + postings.length + 3, 0);
  const count = countBuckets(bytes);
  const byBucket = Map.groupBy(encoded, ([term]) => chooseBucket(term, count));
  return Array.from({ length: count }, (_, index) => encodeBucket(byBucket.get(index + 1) ?? []));
}

function countTerm(
  lists: Map<string, PostingList>,
  { term, ordinal, place }: { term: string; ordinal: number; place: number },
): void {
  let list = lists.get(term);
  if (!list) lists.set(term, (list = []));
  if (list[list.length - 4] !== ordinal) list.push(ordinal, 0, 0, 0);
  const at = list.length - 3 + place;
  list[at] = (list[at] ?? 0) + 1;
}
