import type { FoundPassage, TermUse } from "../../knowledge/retrieve.ts";
import { findLanguage, guessLanguage } from "../../knowledge/retrieval/terms/findLanguage.ts";
import { termLanguages, type TermLanguage } from "../../knowledge/retrieval/terms/languages.ts";
import { splitQuestion } from "../../knowledge/retrieval/terms/splitTerms.ts";
import { joinPassages } from "../../knowledge/retrieval/joinPassages.ts";
import { languages } from "../../languages/languages.ts";
import { findFocus } from "../focus.ts";
import { matchAsked, mendSlips, readAskedTerms, readTerms } from "../matching.ts";
import type { AskedTerm } from "../matching.ts";
import { escapeMarkdown } from "../../../shared/format/escapeMarkdown.ts";
import { splitUnits } from "../sentences.ts";
import type { Unit } from "../sentences.ts";
import { asksForSteps, expectIn } from "./expected.ts";

/** A unit that may answer a question. */
export interface Candidate {
  passage: FoundPassage;
  units: Unit[];
  index: number;
  unit: Unit;
  /** Of each asked term how well the unit, or a heading above it, speaks of it. */
  matches: Map<string, number>;
  /** The share of the question that it covers, weighted by the words' rarity, and unweighted; from 0 to 1. */
  coverage: number;
  plainCoverage: number;
  /** How much the headings above it are the question, from 0 to 1. */
  heading: number;
  /** What part of the best possible score by words the search gave its passage. */
  share: number;
  score: number;
}

/** An asked term by its rarity; `plainWeight` without it. */
interface WeighedTerm extends AskedTerm {
  plainWeight: number;
}

export interface Ranked {
  asked: WeighedTerm[];
  /** Best first. */
  candidates: Candidate[];
}

/** How much each thing that speaks for a unit counts; tried out on help centers of two kinds, in two languages. */
const counts = {
  ...{ passage: 0.4, heading: 0.9, share: 0.35, expected: 0.3, steps: 0.15, rank: 0.1, earlier: 0.06 },
  ...{ answered: 0.7, lastAnswer: 0.3, index: 0.4, preparation: 0.3, introduction: 0.4 },
};
const headingsCount = 0.85;
const mostUnits = 400;
/** The weight of what only tells the story around a question. */
const storyCounts = 0.2;
/** A word that is on every page still says a little. */
const leastRarity = 0.06;

/** How much there is to tell rare words from common ones by: 0 for a few passages, 1 from some hundreds on. */
export function sizeOf({ passages }: Pick<TermUse, "passages"> = { passages: manyPassages }): number {
  const counted = Math.min(manyPassages, Math.max(fewPassages, passages));
  return Math.log(counted / fewPassages) / Math.log(manyPassages / fewPassages);
}
const fewPassages = 30;
const manyPassages = 500;

/** What is known besides the question and the passages. */
export interface AskedBesides {
  /** How the question's terms are spread over all passages. */
  terms?: TermUse | undefined;
  /** The answer that the question continues from: its pages are meant still. */
  lastAnswer?: string | null;
}

/** Ranks the sentences, items and rows of passages by how well they answer a question. */
export function rankUnits(
  question: string,
  passages: FoundPassage[],
  { terms, lastAnswer = null }: AskedBesides = {},
): Ranked {
  const read = readPassages(question, passages);
  const languages = [...new Set(read.map(({ language }) => language))];
  const texts = read.flatMap(({ above, units }) => [above, ...units.flatMap((unit) => unit.terms ?? [])]);
  const asked = mendSlips(weighAsked(question, languages, terms), texts);
  const expected = expectIn(findFocus(question) ?? question);
  const wantsSteps = asksForSteps(findFocus(question) ?? question);
  const candidates: Candidate[] = [];
  for (const [rank, { passage, language, above, units }] of read.entries()) {
    const share = terms && terms.most > 0 ? Math.min(1, scoreByWords(passage) / terms.most) : 1 / (2 + rank);
    const all = units.map(({ unit }) => unit);
    const whole = new Set([...above, ...units.flatMap(({ terms: said }) => [...(said ?? [])])]);
    const ofWhole = new Map(asked.map((term) => [term.text, matchAsked(term, whole)]));
    const ofPassage =
      counts.passage * shareOf(asked, ofWhole) +
      (lastAnswer?.includes(escapeMarkdown(passage.title)) ? counts.lastAnswer : 0) +
      (wantsSteps && hasSteps(all) ? counts.steps : 0) -
      (isIndex(all) ? counts.index : 0) -
      (isPreparation.test(passage.headings.at(-1) ?? "") ? counts.preparation : 0);
    for (const [index, { unit, terms: said }] of units.entries()) {
      if (said === null || unit.kind === "code") continue;
      const heading = matchHeading(asked, { passage, language }, unit);
      const headings = new Set([...above, ...readTerms(unit.headings.join(" "), language)]);
      const matches = new Map<string, number>();
      const isExpected = expected.isIn(unit);
      for (const term of asked) {
        const isAnswered = isExpected && expected.words.has(term.text);
        const own = Math.max(matchAsked(term, said), isAnswered ? counts.answered : 0);
        const match = Math.max(own, headingsCount * matchAsked(term, headings));
        if (match > 0) matches.set(term.text, match);
      }
      const coverage = shareOf(asked, matches);
      if (coverage === 0) continue;
      const score =
        coverage +
        counts.heading * heading +
        counts.share * share +
        (isExpected ? counts.expected : 0) +
        counts.rank / (1 + rank) +
        counts.earlier / (1 + index) -
        findPenalty(unit) +
        ofPassage;
      const plainCoverage = sharePlain(asked, matches);
      candidates.push({
        ...{ passage, units: all, index, unit, matches, coverage, plainCoverage, heading, share, score },
      });
    }
  }
  return { asked, candidates: candidates.sort((one, other) => other.score - one.score) };
}

/** A word counts by how rare it is among the agent's passages, and less where it only tells the story. */
function weighAsked(question: string, languages: TermLanguage[], terms?: TermUse): WeighedTerm[] {
  const focus = findFocus(question);
  const focused = focus && new Set(readAskedTerms(focus, languages).map(({ text }) => text));
  return readAskedTerms(question, languages).map((term) => {
    const rarity = terms ? leastRarity + (1 - leastRarity) * (terms.rarity[term.text] ?? 1) : 1;
    const story = focused && !focused.has(term.text) ? storyCounts : 1;
    const plainWeight = term.weight * story;
    return { ...term, plainWeight, weight: plainWeight * rarity };
  });
}

/** A passage with the terms of its units in its language, and of what stands above them. */
interface ReadPassage {
  passage: FoundPassage;
  language: TermLanguage;
  above: Set<string>;
  units: { unit: Unit; terms: Set<string> | null }[];
}

function readPassages(question: string, passages: FoundPassage[]): ReadPassage[] {
  const asked = guessLanguage(question, termLanguages).language;
  return passages.map((passage) => {
    const language = findLanguage([passage.text], asked);
    const own = splitUnits(passage.text).slice(0, mostUnits);
    const { before = "", after = "" } = passage.section ?? {};
    const section = splitUnits(joinPassages([before, passage.text, after])).slice(0, mostUnits);
    const texts = new Set(own.map(({ text }) => text));
    return {
      ...{ passage, language },
      above: readTerms([passage.title, ...passage.headings].join(" "), language),
      units: section.map((unit) => ({
        unit,
        // What the passages around it say is shown with it, and chosen where they were found themselves.
        terms: texts.has(unit.text) ? readTerms(unit.text, language) : null,
      })),
    };
  });
}

function scoreByWords({ score, by }: FoundPassage): number {
  return by ? (by.lexical?.score ?? 0) : score;
}

/** How much a heading is the question: what it says of the question, and what of it the question says. */
function matchHeading(
  asked: AskedTerm[],
  { passage: { title, headings }, language }: Pick<ReadPassage, "passage" | "language">,
  unit: Unit,
): number {
  const inner = [...headings, ...unit.headings].at(-1) ?? "";
  return Math.max(...[title, inner].map((heading) => matchText(asked, heading, language)));
}

const headingMatches = new WeakMap<AskedTerm[], Map<string, number>>();

function matchText(asked: AskedTerm[], heading: string, language: TermLanguage): number {
  const known = headingMatches.get(asked) ?? new Map<string, number>();
  headingMatches.set(asked, known);
  const there = known.get(heading);
  if (there !== undefined) return there;
  const useful = splitQuestion(heading, [language]).filter(({ isCommon, isPair }) => !isCommon && !isPair);
  const terms = new Set(useful.flatMap(({ text, others }) => [text, ...others.map((stem) => stem.text)]));
  const said = asked.map((term) => matchAsked(term, terms));
  const ofQuestion = asked.reduce((sum, { weight }, at) => sum + weight * (said[at] ?? 0), 0) / sumOf(asked);
  const matched = said.reduce((sum, match) => sum + match, 0);
  const words = new Set(useful.map(({ text }) => text)).size;
  const ofHeading = words === 0 ? 0 : Math.min(1, matched / words);
  const match = words === 0 ? 0 : Math.sqrt(ofQuestion * ofHeading);
  known.set(heading, match);
  return match;
}

/**
 * What speaks against a unit: half a page that holds all words says less than a sentence that does, three words say nothing
 * unless a list follows, and an introduction or a link says where the answer stands, and not what it is.
 */
function findPenalty({ text, isLink, kind }: Unit): number {
  const isShort = text.length < 15 && kind !== "row";
  const length = isShort
    ? text.endsWith(":")
      ? 0
      : 0.15
    : Math.min(0.25, Math.max(0, (text.length - 300) / 2000));
  return length + (isLink || isIntroduction.test(text) ? counts.introduction : 0);
}

function hasSteps(units: readonly Unit[]): boolean {
  return units.filter(({ number }) => number !== undefined).length >= fewestSteps;
}
const fewestSteps = 2;

/** A page that leads to others answers nothing itself. */
function isIndex(units: readonly Unit[]): boolean {
  return units.length >= 3 && units.filter(({ isLink }) => isLink).length * 2 > units.length;
}

const signposts = Object.values(languages).map((language) => language.signposts);
/** What has to be known or had before is no answer to how it is done. */
const isPreparation = beginsWith(signposts.map(({ preparation }) => preparation));
const isIntroduction = beginsWith(signposts.map(({ introduction }) => introduction));

function beginsWith(parts: string[]): RegExp {
  return new RegExp(`^(?:${parts.join("|")})`, "iu");
}

export function shareOf(asked: AskedTerm[], matches: ReadonlyMap<string, number>): number {
  const matched = asked.reduce((total, { text, weight }) => total + weight * (matches.get(text) ?? 0), 0);
  return asked.length === 0 ? 0 : matched / sumOf(asked);
}

/** As `shareOf`, without the rarity of the words. */
export function sharePlain(asked: WeighedTerm[], matches: ReadonlyMap<string, number>): number {
  const plain = asked.map(({ plainWeight: weight, ...term }) => ({ ...term, weight }));
  return shareOf(plain, matches);
}

function sumOf(asked: AskedTerm[]): number {
  return asked.reduce((total, { weight }) => total + weight, 0);
}
