import type { Db } from "../../database/store.ts";
import type { SegmentCache } from "./cache.ts";
import { countTerms, readPostings } from "./readSegments.ts";
import type { Segment } from "./readSegments.ts";
import type { Postings } from "./segment/postings.ts";
import { listSpellings } from "./terms/listSpellings.ts";
import type { Stem } from "./terms/splitTerms.ts";

/** What a search ranks by: the terms, and where each segment has them. */
export interface Asked {
  terms: { text: string; others: readonly Stem[]; weight: number }[];
  postings: (Postings | null)[][];
}

/** A word that nobody wrote is mostly a slip: so many of its neighbours are asked for in its place, for less. */
const mostSpellings = 2;
const weightOfSpelling = 0.6;
/** Each misspelt word costs a look at hundreds of others; a question with more of them is in another language. */
const mostMisspelt = 2;
/** A slip is looked for by the English stem and so many others. */
const mostStems = 3;

/**
 * Adds to the terms that no passage has the words that are one slip away and that some have, those in most passages
 * first. Undefined where a segment was merged away meanwhile.
 */
export async function addSpellings(
  reader: Db,
  { segments, cache, terms, postings }: Asked & { segments: readonly Segment[]; cache: SegmentCache },
): Promise<Asked | undefined> {
  const unknown = terms.filter((_, term) => postings.every((ofSegment) => !ofSegment[term]));
  const added: Asked["terms"] = [];
  for (const { text, others, weight } of unknown.slice(0, mostMisspelt)) {
    const spellings = [...new Set(chooseStems({ text, others }).flatMap(listSpellings))];
    if (spellings.length === 0) continue;
    const counts = await countTerms(reader, { segments, terms: spellings });
    if (!counts) return undefined;
    const best = [...counts]
      .sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1))
      .slice(0, mostSpellings)
      .filter(([spelling]) =>
        terms.every((term) => [term, ...term.others].every((stem) => stem.text !== spelling)),
      );
    added.push(
      ...best.map(([spelling]) => ({ text: spelling, others: [], weight: weight * weightOfSpelling })),
    );
  }
  if (added.length === 0) return { terms, postings };
  const more = await readPostings(reader, { segments, terms: added.map(({ text }) => text), cache });
  return (
    more && {
      terms: [...terms, ...added],
      postings: postings.map((ofSegment, at) => [...ofSegment, ...(more[at] ?? [])]),
    }
  );
}

/** A stem that differs says that the word has an ending of that language. */
function chooseStems({ text, others }: Omit<Asked["terms"][number], "weight">): Stem[] {
  const differing = others.filter((stem) => stem.text !== text);
  const same = others.filter((stem) => stem.text === text);
  return [{ text, language: "en" }, ...[...differing, ...same].slice(0, mostStems)];
}
