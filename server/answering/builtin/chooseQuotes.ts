import type { FoundPassage } from "../../knowledge/retrieve.ts";
import { findLanguage, guessLanguage } from "../../knowledge/retrieval/terms/findLanguage.ts";
import { termLanguages, type TermLanguage } from "../../knowledge/retrieval/terms/languages.ts";
import { matchAsked, mendSlips, readAskedTerms, readTerms } from "../matching.ts";
import type { AskedTerm } from "../matching.ts";
import { splitUnits } from "../sentences.ts";
import type { Unit } from "../sentences.ts";
import { expectIn } from "./expected.ts";

/** What is quoted from one passage: its units in their order, with the one that was chosen first. */
export interface Quote {
  passage: FoundPassage;
  units: Unit[];
  chosen: Unit;
}

export interface Choice {
  quotes: Quote[];
  /** How much of what was asked the quotes and the headings above them speak of, from 0 to 1. */
  evidence: number;
}

/** From this on the quotes are shown as an answer; calibrated by builtin.test.ts on questions with and without one. */
export const enoughEvidence = 0.55;

const mostQuotes = 3;
/** A further quote has to be nearly as good as the first, or to speak of something that no other does. */
const nearlyAsGood = 0.8;
const somethingNew = 0.2;

/** Chooses the sentences of the passages that answer a question best. */
export function chooseQuotes(question: string, passages: FoundPassage[]): Choice {
  const read = readPassages(question, passages);
  const languages = [...new Set(read.map(({ language }) => language))];
  const texts = read.flatMap(({ above, units }) => [above, ...units.map(({ terms }) => terms)]);
  const asked = mendSlips(readAskedTerms(question, languages), texts);
  const candidates = rankUnits(question, asked, read);
  const [best] = candidates;
  if (!best || asked.length === 0) return { quotes: [], evidence: 0 };

  const covered = new Map<string, number>();
  const chosen: Candidate[] = [];
  for (const candidate of candidates) {
    const news = gain(asked, covered, candidate);
    const isAsGood = candidate.score >= best.score * nearlyAsGood;
    if (chosen.length > 0 && news < somethingNew && !(isAsGood && news > 0)) continue;
    const shownBy = chosen.find((other) => isSame(other, candidate));
    if (shownBy && !withContext(shownBy).includes(candidate.index)) continue;
    for (const [term, match] of candidate.matches) covered.set(term, Math.max(match, covered.get(term) ?? 0));
    // It stands beside what is quoted and is shown with it.
    if (shownBy) continue;
    chosen.push(candidate);
    if (chosen.length === mostQuotes) break;
  }
  return { quotes: joinQuotes(chosen), evidence: share(asked, covered) };
}

interface Candidate {
  passage: FoundPassage;
  units: Unit[];
  index: number;
  unit: Unit;
  /** Of each asked term how well the unit, or a heading above it, speaks of it. */
  matches: Map<string, number>;
  score: number;
}

const headingsCount = 0.85;
const expectedCounts = 0.45;
const rankCounts = 0.15;
const earlierCounts = 0.06;
const mostUnits = 400;

/** A passage with the terms of its units in its language, and of what stands above them. */
interface ReadPassage {
  passage: FoundPassage;
  language: TermLanguage;
  above: Set<string>;
  units: { unit: Unit; terms: Set<string> }[];
}

function readPassages(question: string, passages: FoundPassage[]): ReadPassage[] {
  const asked = guessLanguage(question, termLanguages).language;
  return passages.map((passage) => {
    const language = findLanguage([passage.text], asked);
    const units = splitUnits(passage.text).slice(0, mostUnits);
    return {
      ...{ passage, language },
      above: readTerms([passage.title, ...passage.headings].join(" "), language),
      units: units.map((unit) => ({ unit, terms: readTerms(unit.text, language) })),
    };
  });
}

function rankUnits(question: string, asked: AskedTerm[], read: ReadPassage[]): Candidate[] {
  const isExpected = expectIn(question);
  const candidates: Candidate[] = [];
  for (const [rank, { passage, language, above, units }] of read.entries()) {
    for (const [index, { unit, terms }] of units.entries()) {
      const headings = new Set([...above, ...readTerms(unit.headings.join(" "), language)]);
      const matches = new Map<string, number>();
      let inUnit = 0;
      for (const term of asked) {
        const own = matchAsked(term, terms);
        const match = Math.max(own, headingsCount * matchAsked(term, headings));
        if (match > 0) matches.set(term.text, match);
        inUnit += own * term.weight;
      }
      const coverage = share(asked, matches);
      if (coverage === 0) continue;
      const score =
        coverage +
        0.2 * (inUnit / sum(asked)) +
        (isExpected(unit) ? expectedCounts : 0) +
        rankCounts / (1 + rank) +
        earlierCounts / (1 + index) -
        lengthPenalty(unit);
      candidates.push({ passage, units: units.map((one) => one.unit), index, unit, matches, score });
    }
  }
  return candidates.sort((one, other) => other.score - one.score);
}

/** Half a page that holds all words says less than a sentence that does; three words say nothing, unless a list follows. */
function lengthPenalty({ text }: Unit): number {
  if (text.length < 15) return text.endsWith(":") ? 0 : 0.15;
  return Math.min(0.25, Math.max(0, (text.length - 300) / 2000));
}

function gain(asked: AskedTerm[], covered: Map<string, number>, candidate: Candidate): number {
  const both = new Map(covered);
  for (const [term, match] of candidate.matches) both.set(term, Math.max(match, covered.get(term) ?? 0));
  return share(asked, both) - share(asked, covered);
}

function share(asked: AskedTerm[], matches: Map<string, number>): number {
  const matched = asked.reduce((total, { text, weight }) => total + weight * (matches.get(text) ?? 0), 0);
  return asked.length === 0 ? 0 : matched / sum(asked);
}

function sum(asked: AskedTerm[]): number {
  return asked.reduce((total, { weight }) => total + weight, 0);
}

function isSame(one: Candidate, other: Candidate): boolean {
  if (one.unit.text === other.unit.text) return true;
  return (
    one.passage === other.passage &&
    Math.abs(one.index - other.index) <= 1 &&
    one.unit.block === other.unit.block
  );
}

function joinQuotes(chosen: Candidate[]): Quote[] {
  const byPassage = new Map<FoundPassage, Candidate[]>();
  for (const candidate of chosen) {
    byPassage.set(candidate.passage, [...(byPassage.get(candidate.passage) ?? []), candidate]);
  }
  return [...byPassage.values()].map((ofOne) => {
    const [first] = ofOne as [Candidate, ...Candidate[]]; // a passage is in the map with its first candidate
    const wanted = new Set(ofOne.flatMap(withContext));
    return {
      passage: first.passage,
      chosen: first.unit,
      units: first.units.filter((_, index) => wanted.has(index)),
    };
  });
}

const shortUnit = 140;
const shortParagraph = 420;
const mostItems = 8;
const leansOnSentenceBefore =
  /^(it|they|this|that|these|those|he|she|er|sie|es|dies|diese|dieser|das|il|elle|ils|elles|cela|ceci|esto|eso|ello)\b/i;

/** A quote is understood by itself: with the short paragraph or the list that it stands in, or with the sentences beside it. */
function withContext(candidate: Candidate): number[] {
  const { units, index, unit } = candidate;
  if (unit.kind === "row") return [index];
  if (unit.kind === "item") return withList(candidate);
  if (unit.text.endsWith(":")) return [index, ...listFrom(units, index + 1)];
  const paragraph = units.flatMap((one, at) =>
    one.kind === "sentence" && one.block === unit.block ? [at] : [],
  );
  const length = paragraph.reduce((total, at) => total + (units[at]?.text.length ?? 0), 0);
  const wanted = length <= shortParagraph ? paragraph : withNeighbors(candidate);
  const last = Math.max(...wanted);
  return units[last]?.text.endsWith(":") ? [...wanted, ...listFrom(units, last + 1)] : wanted;
}

function withNeighbors({ units, index, unit }: Candidate): number[] {
  const isSibling = (at: number) => units[at]?.kind === "sentence" && units[at]?.block === unit.block;
  const before = leansOnSentenceBefore.test(unit.text) && isSibling(index - 1) ? [index - 1] : [];
  const after = unit.text.length < shortUnit && isSibling(index + 1) ? [index + 1] : [];
  return [...before, index, ...after];
}

function withList({ units, index }: Candidate): number[] {
  let first = index;
  while (units[first - 1]?.kind === "item" && units[first - 1]?.block === units[index]?.block) first -= 1;
  const list = listFrom(units, first);
  const shown = list.includes(index) ? list : [index];
  return units[first - 1]?.text.endsWith(":") ? [first - 1, ...shown] : shown;
}

function listFrom(units: Unit[], first: number): number[] {
  const { kind, block } = units[first] ?? { kind: "sentence", block: -1 };
  const list: number[] = [];
  for (let at = first; kind !== "sentence" && list.length < mostItems; at += 1) {
    if (units[at]?.kind !== kind || units[at]?.block !== block) break;
    list.push(at);
  }
  return list;
}
