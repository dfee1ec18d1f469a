import type { FoundPassage, TermUse } from "../../knowledge/retrieve.ts";
import type { Unit } from "../sentences.ts";
import { showAround } from "./quoteContext.ts";
import { rankUnits, shareOf, sizeOf } from "./rankUnits.ts";
import type { AskedBesides, Candidate } from "./rankUnits.ts";

/** What is quoted from one passage: its units in their order, with the one that was chosen first. */
export interface Quote {
  passage: FoundPassage;
  units: Unit[];
  chosen: Unit;
  /** Those of the units behind which their list or table continues. */
  cutAfter: Set<Unit>;
}

export interface Choice {
  quotes: Quote[];
  /** How surely the first quote answers what was asked, from 0 to 1. */
  evidence: number;
  /** The best quotes of up to three pages, for who is told that none of them answers. */
  closest: Quote[];
}

/**
 * From which evidence on the quotes are shown as an answer: among many passages one that answers nothing has more of a
 * question's words by chance. Calibrated on three help centers of 270 to 414 pages, and on the small ones of the tests.
 */
export function enoughEvidence(terms?: Pick<TermUse, "passages">): number {
  if (terms && terms.passages < aHandful) return ofAHandful;
  return ofFew + (ofMany - ofFew) * sizeOf(terms);
}

/** Of so few passages hardly one is found by chance, and most words of a question are in none of them. */
const aHandful = 12;
const ofAHandful = 0.17;

const ofFew = 0.41;
const ofMany = 0.44;

const mostQuotes = 3;
/** A further quote has to be nearly as good as the first, and to speak of something that no other does. */
const nearlyAsGood = 0.85;
const somethingNew = 0.2;

/** Chooses the sentences of the passages that answer a question best. */
export function chooseQuotes(question: string, passages: FoundPassage[], besides: AskedBesides = {}): Choice {
  const { asked, candidates } = rankUnits(question, passages, besides);
  const [best] = candidates;
  if (!best || asked.length === 0) return { quotes: [], evidence: 0, closest: [] };
  const chosen = [best];
  const covered = new Map(best.matches);
  for (const candidate of candidates.slice(1)) {
    if (chosen.length === mostQuotes || candidate.score < best.score * nearlyAsGood) break;
    if (chosen.some((other) => isShownWith(other, candidate))) continue;
    const both = join(covered, candidate.matches);
    if (shareOf(asked, both) - shareOf(asked, covered) < somethingNew) continue;
    for (const [term, match] of both) covered.set(term, match);
    chosen.push(candidate);
  }
  return {
    quotes: chosen.map(writeQuote),
    evidence: weighEvidence(best),
    closest: listClosest(candidates).map(writeQuote),
  };
}

const mostClosest = 3;
const nearEnough = 0.8;

function listClosest(candidates: readonly Candidate[]): Candidate[] {
  const least = (candidates[0]?.score ?? 0) * nearEnough;
  const byPage = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const { title } = candidate.passage;
    if (candidate.score >= least && !byPage.has(title)) byPage.set(title, candidate);
  }
  return [...byPage.values()].slice(0, mostClosest);
}

/** The section of another quote has it already. */
function isShownWith(other: Candidate, { passage, unit }: Candidate): boolean {
  return other.passage === passage || other.units.some(({ text }) => text === unit.text);
}

/**
 * How surely a unit answers: by how much of what was asked it speaks of, by how much the headings above it are the question,
 * and by how near the search's score is to the best that there can be.
 */
function weighEvidence({ coverage, plainCoverage, heading, share }: Candidate): number {
  return (Math.sqrt(coverage * plainCoverage) + heading / 2 + share / 2) / 2;
}

function join(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): Map<string, number> {
  const both = new Map(one);
  for (const [term, match] of other) both.set(term, Math.max(match, both.get(term) ?? 0));
  return both;
}

function writeQuote(candidate: Candidate): Quote {
  const { passage, units, unit } = candidate;
  const { indexes, cutAfter } = showAround(candidate);
  return {
    passage,
    chosen: unit,
    units: units.filter((_, index) => indexes.includes(index)),
    cutAfter: new Set(units.filter((_, index) => cutAfter.has(index))),
  };
}
