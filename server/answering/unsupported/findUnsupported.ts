import type { UnsupportedSentence } from "../../../shared/contract/conversations/answers/receipts.ts";
import { guessLanguage } from "../functionWords.ts";
import { splitTerms } from "../../knowledge/retrieval/terms/splitTerms.ts";
import { holdsTerm, readAskedTerms, readTerms } from "../matching.ts";
import { listNames } from "./names.ts";
import { listNumbers, readNumbers } from "./numbers.ts";
import { shareLoop } from "./shareLoop.ts";
import { splitClaims } from "./splitClaims.ts";

/** What a model was given to speak from. */
export interface Given {
  /** The passages, in the order of their numbers. */
  passages: string[];
  /** The index of the passage behind `[1]`, `[2]` and so on of the text. */
  cited: number[];
  /** What visitor, owner, page and tools said: who repeats it claims nothing new. */
  said: string[];
}

/** A text that was given; most sentences need only some of it, so each part is read when it is first asked for. */
export class Source {
  readonly #text: string;
  #terms: Set<string> | undefined;
  #numbers: Set<string> | undefined;
  #language: string | undefined;
  readonly #held = new Map<string, boolean>();

  constructor(text: string) {
    this.#text = text;
  }

  get terms(): Set<string> {
    return (this.#terms ??= readTerms(this.#text));
  }

  get numbers(): Set<string> {
    return (this.#numbers ??= readNumbers(this.#text));
  }

  get language(): string {
    return (this.#language ??= guessLanguage(this.#text.slice(0, 1000)));
  }

  /** Whether the text has a term; sentence after sentence asks for the same ones. */
  holds(term: string): boolean {
    const known = this.#held.get(term);
    if (known !== undefined) return known;
    const holds = holdsTerm(term, this.terms);
    if (this.#held.size >= mostHeld) this.#held.clear();
    this.#held.set(term, holds);
    return holds;
  }
}

/** Of one text; more than an answer has. */
const mostHeld = 1000;

/** Passages, and what the owner wrote, come again with the answers that follow: what was read of them is kept. */
const kept = new Map<string, Source>();
const mostKept = 300;
/** Shorter texts are read as quickly as they are looked up, and mostly never come again. */
const worthKeeping = 200;

export function readSource(text: string): Source {
  if (text.length < worthKeeping) return new Source(text);
  const source = kept.get(text) ?? new Source(text);
  // The one that was asked for last goes last.
  kept.delete(text);
  kept.set(text, source);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  return source;
}

/** What is short is looked through as one: it was all said. */
export function readSaid(said: string[]): Source[] {
  const { short = [], long = [] } = Object.groupBy(said, ({ length }) =>
    length < worthKeeping ? "short" : "long",
  );
  return [new Source(short.join("\n")), ...long.map(readSource)];
}

/** A sentence that says little besides what was asked is no statement. */
const fewTerms = 3;
/** The share of a sentence from which a passage has the same subject, and from which it says the same. */
const sameSubject = 0.25;
const sameStatement = 0.4;
/** What is put together from several passages has to have more of its words in them. */
const sameTogether = 0.7;
const mostMissing = 6;
const mostMarked = 50;

/**
 * Gives the sentences that nothing which the model was given supports: with a number or a name that stands nowhere, or
 * mostly of words that stand nowhere. It compares words and understands nothing: a hint for people, never a verdict.
 * Between two languages only numbers are compared. Between two sentences others have their turn.
 */
export async function findUnsupported(text: string, given: Given): Promise<UnsupportedSentence[]> {
  const sources = given.passages.map(readSource);
  const known = readSaid(given.said);
  const marked: UnsupportedSentence[] = [];
  for (const { from, to, plain, cites } of splitClaims(text)) {
    await shareLoop();
    const cited = cites.flatMap((number) => sources[given.cited[number - 1] ?? -1] ?? []);
    const found = judge(plain, { sources, cited, known });
    if (found) marked.push({ from, to, text: text.slice(from, to), ...found });
    if (marked.length === mostMarked) break;
  }
  return marked;
}

export interface Compared {
  sources: Source[];
  cited: Source[];
  /** What was said before. */
  known: Source[];
  /** A sentence that names its passages may stand on others, too: a wrong number makes nothing untrue. */
  takesAll?: boolean;
}

/** A sentence beside what was given: what of it stands nowhere. */
export interface Comparison {
  /** All passages speak another language. */
  isForeign: boolean;
  /** The words that say something, and that nobody said before. */
  terms: string[];
  listNumbers(): string[];
  listNames(): string[];
  /** Null where a passage says the same, or all of them together do. */
  listWords(): string[] | null;
}

function judge(sentence: string, compared: Compared): Pick<UnsupportedSentence, "why" | "missing"> | null {
  if (isQuestion(sentence)) return null;
  const { isForeign, terms, ...missing } = compare(sentence, compared);
  const numbers = missing.listNumbers();
  if (numbers.length > 0) return { why: "number", missing: numbers };
  if (isForeign) return null;
  const names = missing.listNames();
  if (names.length > 0) return { why: "name", missing: names };
  const words = terms.length < fewTerms ? null : missing.listWords();
  return words && { why: "words", missing: words };
}

export function isQuestion(sentence: string): boolean {
  return /[?？؟]\s*$/.test(sentence);
}

/** Reads a sentence, and each part of what was given when it is first asked for. */
export function compare(sentence: string, { sources, cited, known, takesAll = false }: Compared): Comparison {
  const isKnown = (term: string) => known.some((source) => source.holds(term));
  const language = guessLanguage(sentence);
  const terms = readAskedTerms(sentence, [], language)
    .filter(({ weight, text }) => weight === 1 && !/^\d/.test(text))
    .map(({ text }) => text)
    .filter((term) => !isKnown(term));
  const share = (source: Source) => shareOf(terms, (term) => source.holds(term));
  /** A sentence that names its passages rests only on these. */
  const isBound = cited.length > 0 && !takesAll;
  const likeliest = isBound ? cited : [...new Set([...cited, ...sources])];
  const holdsOne = (term: string) => likeliest.some((source) => source.holds(term));

  return {
    terms,
    isForeign: likeliest.length > 0 && likeliest.every((source) => source.language !== language),
    listNumbers() {
      const missing = listNumbers(sentence).filter((number) => {
        const holds = (one: Source) => one.numbers.has(number);
        return ![...cited, ...known].some(holds) && !listSpeaking().some(holds);
      });
      return missing.slice(0, mostMissing);
    },
    listNames() {
      const given = [...likeliest, ...known];
      return takeMissing(listNames(sentence, language), (name) => !holdsName(name, given));
    },
    listWords() {
      const isSupported =
        likeliest.some((source) => share(source) >= sameStatement) ||
        shareOf(terms, holdsOne) >= sameTogether;
      if (isSupported) return null;
      const isMissing = (word: string) =>
        splitTerms(word).some(({ text: term }) => terms.includes(term) && !holdsOne(term));
      return takeMissing(new Set(sentence.match(/[\p{L}\p{N}'’-]+/gu)), isMissing);
    },
  };

  /** What may state the sentence's numbers: passages that speak of the same, or those in another language. */
  function listSpeaking(): Source[] {
    if (isBound) return cited;
    const near = sources.filter((source) => source.language === language && share(source) >= sameSubject);
    return near.length > 0 ? near : sources.filter((source) => source.language !== language);
  }
}

/** Gives the first ones: a sentence may have hundreds, and one is looked up in all that was given. */
function takeMissing(words: Iterable<string>, isMissing: (word: string) => boolean): string[] {
  const missing: string[] = [];
  for (const word of words) {
    if (isMissing(word)) missing.push(word);
    if (missing.length === mostMissing) break;
  }
  return missing;
}

function shareOf(terms: string[], holds: (term: string) => boolean): number {
  if (terms.length === 0) return 1;
  return terms.reduce((held, term) => (holds(term) ? held + 1 : held), 0) / terms.length;
}

function holdsName(name: string, given: Source[]): boolean {
  const telling = [...readTerms(name)].filter((term) => /\p{L}/u.test(term));
  return given.some((source) => telling.some((term) => source.holds(term)));
}
