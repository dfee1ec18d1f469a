import type { Db } from "../../database/store.ts";
import { findNearest } from "../vectors/nearest.ts";
import { listBlocks } from "../vectors/readBlocks.ts";
import { addSpellings, type WeighedTerm } from "./addSpellings.ts";
import type { Hit } from "./bestHits.ts";
import { SegmentCache } from "./cache.ts";
import { fuse } from "./fuse.ts";
import type { RankedHit } from "./fuse.ts";
import { readLive } from "./live.ts";
import { rankPassages } from "./rankPassages.ts";
import { listSegments, readPostings } from "./readSegments.ts";
import type { Segment } from "./readSegments.ts";
import { joinPostings } from "./segment/joinPostings.ts";
import type { Postings } from "./segment/postings.ts";
import type { TermLanguage } from "./terms/languages.ts";
import { splitQuestion } from "./terms/splitTerms.ts";
import { readSynonyms } from "./terms/synonyms.ts";

/** A question to the passages of some sources of one organization. */
export interface SearchQuestion {
  organizationId: string;
  sourceIds: readonly string[];
  question: string;
  /** How many hits are wanted at most. */
  limit: number;
  /** The question's vector, and the model that made it; without one the words alone decide. */
  vector?: { model: string; values: Float32Array } | undefined;
}

/**
 * Gives the passages that match a question best, best first, in the same order on both stores. It
 * scores on the thread that calls it: the server goes through the search pool instead.
 */
export async function search(reader: Db, asked: SearchQuestion, cache?: SegmentCache): Promise<RankedHit[]> {
  return (await searchTerms(reader, asked, cache)).hits;
}

/** What a search found, and how its terms are spread over the passages. */
export interface Search {
  hits: RankedHit[];
  /** Of each term of the question, by its English stem: 1 for one that no passage has, near 0 for one that all have. */
  rarity: Record<string, number>;
  /** What BM25 would give a passage that has every term of the question as often as can be. */
  most: number;
  /** How many passages there are. */
  passages: number;
}

/** As `search`, with what tells how well the best passages can answer. */
export async function searchTerms(
  reader: Db,
  asked: SearchQuestion,
  cache: SegmentCache = new SegmentCache(),
): Promise<Search> {
  const { organizationId, sourceIds, question, limit, vector } = asked;
  const nothing = { hits: [], rarity: {}, most: 0, passages: 0 };
  if (sourceIds.length === 0 || limit < 1) return nothing;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const segments = await listSegments(reader, { organizationId, sourceIds, cache });
    if (!segments) continue;
    const languages = [...new Set(segments.flatMap(({ head }) => head.languages))];
    const terms = weighTerms(question, languages);
    if (terms.length === 0 && !vector) return nothing;
    const postings = await readTermPostings(reader, { segments, terms, cache });
    if (!postings) continue;
    const wanted = vector ? Math.max(limit, fusedDepth) : limit;
    const spelt = await addSpellings(reader, { segments, cache, terms, postings });
    if (!spelt) continue;
    const lexical = rankPassages({ segments, ...spelt, limit: wanted });
    if (!vector) return lexical;
    const near = await searchVectors(reader, { ...asked, ...vector, limit: wanted, segments, cache });
    if (near) return { ...lexical, hits: fuse({ lexical: lexical.hits, vector: near, limit }) };
  }
  throw new Error("The index was merged again and again while it was read.");
}

/** What one way finds beyond this rank, the other way does not bring to the front. */
const fusedDepth = 100;

interface VectorSearch extends SearchQuestion {
  model: string;
  values: Float32Array;
  segments: readonly Segment[];
  cache: SegmentCache;
}

async function searchVectors(
  reader: Db,
  { values, segments, ...asked }: VectorSearch,
): Promise<Hit[] | undefined> {
  const blocks = await listBlocks(reader, asked);
  return blocks && findNearest(reader, { ...asked, vector: values, blocks, live: readLive(segments) });
}

/** A merge is minutes apart from the next, so one more attempt finds a quiet moment. */
const attempts = 5;

/** A longer question (a pasted mail) is asked by its first different words. */
const mostTerms = 48;

/** Gives the different terms of a question, heavier when said more than once; stop words only when there is nothing else. */
export function weighTerms(question: string, languages: readonly TermLanguage[] = []): WeighedTerm[] {
  const all = splitQuestion(question, languages);
  const useful = all.filter((term) => !term.isCommon);
  const terms = new Map<string, WeighedTerm>();
  for (const { text, word, others } of useful.length > 0 ? useful : all) {
    const there = terms.get(text);
    terms.set(text, {
      text,
      word: there?.word ?? word,
      others: there ? [...there.others, ...others] : others,
      weight: (there?.weight ?? 0) + 1,
      standsFor: null,
    });
  }
  return addSynonyms([...terms.values()].slice(0, mostTerms), question, languages);
}

/** A passage that says it in another word is a good one, and one that says it in the visitor's own is a better one. */
const weightOfSynonyms = 0.4;
const mostSynonyms = 12;

/** Adds the other words for each term: together they are one term, found by any of them. */
function addSynonyms(
  terms: readonly WeighedTerm[],
  question: string,
  languages: readonly TermLanguage[],
): WeighedTerm[] {
  const findSynonyms = readSynonyms(question, languages);
  const asked = new Set(terms.flatMap(({ text, others }) => [text, ...others.map((stem) => stem.text)]));
  const added = terms.flatMap(({ text, word, others, weight }): WeighedTerm[] => {
    const found = findSynonyms([{ text, language: "en" }, ...others]).filter((stem) => !asked.has(stem.text));
    const [first, ...further] = found.slice(0, mostSynonyms);
    if (!first) return [];
    return [{ text: first.text, word, others: further, weight: weight * weightOfSynonyms, standsFor: text }];
  });
  return [...terms, ...added];
}

/** Gives the postings of words, `[segment][word]`: one found through several of its stems has them as one list. */
async function readTermPostings(
  reader: Db,
  {
    segments,
    terms,
    cache,
  }: { segments: readonly Segment[]; terms: readonly WeighedTerm[]; cache: SegmentCache },
): Promise<(Postings | null)[][] | undefined> {
  const wanted = terms.map(({ text, others }) => [...new Set([text, ...others.map((stem) => stem.text)])]);
  const texts = [...new Set(wanted.flat())];
  const lists = await readPostings(reader, { segments, terms: texts, cache });
  const places = new Map(texts.map((text, at) => [text, at]));
  return lists?.map((ofSegment) =>
    wanted.map((stems) => joinPostings(stems.map((stem) => ofSegment[places.get(stem) ?? -1] ?? null))),
  );
}
