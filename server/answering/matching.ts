import type { TermLanguage } from "../knowledge/retrieval/terms/languages.ts";
import { listSpellings } from "../knowledge/retrieval/terms/listSpellings.ts";
import { splitQuestion, splitTerms, type Stem } from "../knowledge/retrieval/terms/splitTerms.ts";
import { listSynonyms, readSynonyms } from "../knowledge/retrieval/terms/synonyms.ts";
import { languages, spokenLanguages, type SpokenLanguage } from "../languages/languages.ts";
import { guessLanguage } from "./functionWords.ts";

/** The terms of a question, each once, with how much it says: a word of the asking itself says little. */
export interface AskedTerm {
  text: string;
  weight: number;
  /** In the languages of the texts that it is looked for in. */
  others: readonly Stem[];
  /** Other words that say it. */
  synonyms: readonly Stem[];
}

/**
 * Gives the terms that an answer should speak of, by which texts in some languages say them; English always among them.
 * Callers that know the question's language pass it.
 */
export function readAskedTerms(
  question: string,
  languages: readonly TermLanguage[] = [],
  language = guessLanguage(question),
): AskedTerm[] {
  const all = splitQuestion(question.slice(0, 2000), languages);
  const words = all.filter((term) => !term.isPair);
  const holding = holdingTerms[language];
  const useful = words.filter((term) => !term.isCommon && !holding.has(term.text));
  const findSynonyms = readSynonyms(question, languages);
  const terms = new Map<string, AskedTerm>();
  for (const { text, others } of useful.length > 0 ? useful : words) {
    if (terms.has(text)) continue;
    const synonyms = findSynonyms([{ text, language: "en" }, ...others]);
    terms.set(text, { text, others, synonyms, weight: fillers.has(text) ? fillerWeight : 1 });
  }
  return [...terms.values()].slice(0, 40);
}

/** Gives a text's terms as a set, for `matchTerm`. */
export function readTerms(text: string, language: TermLanguage = "en"): Set<string> {
  return new Set(splitTerms(text, language).map((term) => term.text));
}

/** Gives how well a text speaks of a term of a question, by any of its stems (`matchTerm`). */
export function matchAsked({ text, others, synonyms }: AskedTerm, terms: Set<string>): number {
  const own = others.reduce(
    (best, stem) => Math.max(best, matchTerm(stem.text, terms)),
    matchTerm(text, terms),
  );
  return own < otherWord && synonyms.some((stem) => terms.has(stem.text)) ? otherWord : own;
}

/** Gives the terms with what is one slip away from those that no text has as they are, and that some text has. */
export function mendSlips<Kind extends AskedTerm>(asked: Kind[], texts: readonly Set<string>[]): Kind[] {
  return asked.map((term) => {
    if (texts.some((terms) => matchAsked(term, terms) > 0)) return term;
    const near = [{ text: term.text, language: "en" as const }, ...term.others].flatMap((stem) =>
      listSpellings(stem).map((text): Stem => ({ text, language: stem.language })),
    );
    const isThere = (text: string) => texts.some((terms) => terms.has(text));
    const there = near.filter(({ text }) => isThere(text) || [...listSynonyms(text)].some(isThere));
    return there.length > 0 ? { ...term, others: [...term.others, ...there] } : term;
  });
}

/** Gives how well a text speaks of a term: 1 for the word itself, less for a compound of it or another word for it. */
export function matchTerm(term: string, terms: Set<string>): number {
  if (terms.has(term)) return 1;
  for (const other of listSynonyms(term)) if (terms.has(other)) return otherWord;
  if (unspaced.test(term)) return [...terms].some((other) => other.includes(term)) ? otherWord : 0;
  if (term.length < shortestPart) return 0;
  const { byStart, byEnd } = endsOf(terms);
  const isPart =
    byStart.get(startOf(term))?.some((other) => other.startsWith(term) || term.startsWith(other)) ||
    byEnd.get(endOf(term))?.some((other) => other.endsWith(term) || term.endsWith(other));
  return isPart ? otherWord : 0;
}

/** Whether a text has the term, its compound, another word for it, or its beginning in another form. */
export function holdsTerm(term: string, terms: Set<string>): boolean {
  if (matchTerm(term, terms) > 0) return true;
  // Only English endings are removed here: "lámpara" and "lámparas" have the same beginning.
  if (term.length <= shortestPart) return false;
  const stem = term.slice(0, Math.max(shortestPart, term.length - 3));
  return (
    endsOf(terms)
      .byStart.get(startOf(term))
      ?.some((other) => other.startsWith(stem)) ?? false
  );
}

interface Ends {
  byStart: Map<string, string[]>;
  byEnd: Map<string, string[]>;
}

/** A long text has many terms, of which only those that begin or end alike need to be compared. */
const ends = new WeakMap<Set<string>, Ends>();

function endsOf(terms: Set<string>): Ends {
  const known = ends.get(terms);
  if (known) return known;
  const long = [...terms].filter(({ length }) => length >= shortestPart);
  const made = { byStart: Map.groupBy(long, startOf), byEnd: Map.groupBy(long, endOf) };
  ends.set(terms, made);
  return made;
}

function startOf(term: string): string {
  return term.slice(0, shortestPart);
}

function endOf(term: string): string {
  return term.slice(-shortestPart);
}

/** Where words are not written apart, one is as often a part of what is in the text. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

const fillerWeight = 0.25;
const otherWord = 0.7;
/** German writes "Versandkosten" for what English writes in two words; shorter parts meet by chance. */
const shortestPart = 5;

const fillers = new Set(
  (
    "tell know want need would like get give have can could please help explain show find look see much many long " +
    "time work thing way use make do take say mean question answer information info detail anything something " +
    "someone able possible happen kind sort let also still ever exactly actually generally usually normally method " +
    "option accept available offer provide " +
    "wissen möchte will brauche bitte kann können gibt sagen erklären zeigen finden viel viele lange machen geht " +
    "bekomme veux voudrais savoir peux pouvez combien comment faire avoir dire expliquer montrer trouver quiero " +
    "puedo necesito saber decir cuánto cuántos hacer tener voglio posso sapere quanto fare avere wil kan weten hoeveel"
  )
    .split(" ")
    .flatMap((word) => [...readTerms(word)]),
);

/** Questions are read here by English words; their other small words are told from those that say something. */
const holdingTerms = Object.fromEntries(
  spokenLanguages.map((language) => [language, readTerms(languages[language].functionWords)]),
) as Record<SpokenLanguage, Set<string>>; // one for each
