import type { Db } from "../../database/store.ts";
import type { SegmentCache } from "./cache.ts";
import { countTerms, readPostings } from "./readSegments.ts";
import type { Segment } from "./readSegments.ts";
import type { Postings } from "./segment/postings.ts";
import { listJoined, listParts, type Parts } from "./terms/listCompounds.ts";
import { listSpellings } from "./terms/listSpellings.ts";
import type { Stem } from "./terms/splitTerms.ts";

/** A term that is asked for, by its English stem and by those in the other languages of the index. */
export interface WeighedTerm {
  text: string;
  /** As it was first written. */
  word: string;
  others: readonly Stem[];
  weight: number;
  /** The term of the question in whose place it is asked for; null for one of the question's own. */
  standsFor: string | null;
}

/** What a search ranks by: the terms, and where each segment has them. */
export interface Asked {
  terms: WeighedTerm[];
  postings: (Postings | null)[][];
}

/** A word that nobody wrote is mostly a slip: how many of its neighbors are asked for in its place, for less. */
const mostSpellings = 2;
const weightOfSpelling = 0.6;
/** What two words make together stands for both. */
const weightOfJoined = 2;
/** Each misspelt word costs a look at hundreds of others; a question with more of them is in another language. */
const mostMisspelt = 2;
/** How many stems a slip is looked for by besides the English one. */
const mostStems = 3;
/** With how many other words of the question a word is put together. */
const maxNeighbors = 6;

/**
 * Adds to the terms that no passage has what stands for them in some: the words that are one slip away, those in most
 * passages first, else what the word makes together with another one of the question ("Frist" and "Rückgabe" for
 * "Rückgabefrist"), else its parts. Undefined where a segment was merged away meanwhile.
 */
export async function addSpellings(
  reader: Db,
  { segments, cache, terms, postings }: Asked & { segments: readonly Segment[]; cache: SegmentCache },
): Promise<Asked | undefined> {
  const unknown = terms.filter(
    ({ standsFor }, term) => standsFor === null && postings.every((ofSegment) => !ofSegment[term]),
  );
  if (unknown.length === 0) return { terms, postings };
  const asked = new Set(terms.flatMap(({ text, others }) => [text, ...others.map((stem) => stem.text)]));
  const added = new Map<string, WeighedTerm>();
  for (const term of unknown.slice(0, mostMisspelt)) {
    const guesses = listGuesses(term, terms);
    const all = new Set([...guesses.joined, ...guesses.spellings, ...guesses.parts.flat()]);
    if (all.size === 0) continue;
    const counts = await countTerms(reader, { segments, terms: [...all], cache });
    if (!counts) return undefined;
    const { texts, weight } = chooseGuesses(guesses, counts);
    for (const text of texts.filter((each) => !asked.has(each))) {
      const before = added.get(text)?.weight ?? 0;
      added.set(text, {
        ...{ text, word: text, others: [], standsFor: term.text },
        weight: Math.max(before, term.weight * weight),
      });
    }
  }
  if (added.size === 0) return { terms, postings };
  const more = await readPostings(reader, { segments, terms: [...added.keys()], cache });
  return (
    more && {
      terms: [...terms, ...added.values()],
      postings: postings.map((ofSegment, at) => [...ofSegment, ...(more[at] ?? [])]),
    }
  );
}

/** What may be in some passage for a word that is in none. */
interface Guesses {
  joined: string[];
  spellings: string[];
  parts: Parts[];
}

function listGuesses(term: WeighedTerm, terms: readonly WeighedTerm[]): Guesses {
  const languages = [...new Set(term.others.map(({ language }) => language))].slice(0, mostStems);
  const neighbors = terms
    .filter((other) => other !== term && other.standsFor === null)
    .slice(0, maxNeighbors);
  const pairs = neighbors.flatMap(({ word }): Parts[] => [
    [word, term.word],
    [term.word, word],
  ]);
  return {
    joined: languages.flatMap((language) => pairs.flatMap((pair) => listJoined(pair, language))),
    spellings: chooseStems(term).flatMap(listSpellings),
    parts: languages.flatMap((language) => listParts(term.word, language)),
  };
}

interface Chosen {
  texts: readonly string[];
  weight: number;
}

function chooseGuesses({ joined, spellings, parts }: Guesses, counts: ReadonlyMap<string, number>): Chosen {
  const together = takeCommonest(joined, counts);
  if (together.length > 0) return { texts: together, weight: weightOfJoined };
  const weight = weightOfSpelling;
  const spelt = takeCommonest(spellings, counts);
  if (spelt.length > 0) return { texts: spelt, weight };
  const both = parts.find((pair) => pair.every((part) => counts.has(part)));
  const longest = takeLongest(parts.flat().filter((part) => counts.has(part)));
  return { texts: both ?? (longest ? [longest] : []), weight };
}

function takeCommonest(terms: readonly string[], counts: ReadonlyMap<string, number>): string[] {
  const count = (term: string) => counts.get(term) ?? 0;
  return [...new Set(terms)]
    .filter((term) => counts.has(term))
    .sort((one, other) => count(other) - count(one) || (one < other ? -1 : 1))
    .slice(0, mostSpellings);
}

/** One part alone says something where it is most of the word. */
function takeLongest(parts: readonly string[]): string | undefined {
  return parts.reduce<string | undefined>(
    (best, part) => (part.length > Math.max(best?.length ?? 0, longEnough) ? part : best),
    undefined,
  );
}
const longEnough = 4;

/** A stem that differs says that the word has an ending of that language. */
function chooseStems({ text, others }: WeighedTerm): Stem[] {
  const differing = others.filter((stem) => stem.text !== text);
  const same = others.filter((stem) => stem.text === text);
  return [{ text, language: "en" }, ...[...differing, ...same].slice(0, mostStems)];
}
