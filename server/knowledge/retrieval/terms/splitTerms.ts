import { isCommonPair, isCommonPiece } from "./commonPieces.ts";
import { guessLanguage } from "./findLanguage.ts";
import { foldCase, foldText, unifyText } from "./foldText.ts";
import { listForms } from "./listForms.ts";
import type { TermLanguage } from "./languages.ts";
import { simplifyChinese } from "./simplifyChinese.ts";
import { stemWord } from "./stemWord.ts";
import { isStopWord } from "./stopWords.ts";

export interface Term {
  text: string;
  /** The text with its own characters, where it is of traditional Chinese ones. */
  plain?: string;
  /** True where the word alone tells nothing (a stop word that is not written as an ABBREVIATION). */
  isCommon: boolean;
}

/** A word of a question: it is found by any of its stems. */
export interface AskedTerm extends Term {
  /** The word itself in lower case, its accents as they stand. */
  word: string;
  /** It is no word but two neighbors, in scripts that are written without spaces. */
  isPair: boolean;
  /** Its stems in the other languages of the index, some of which are the same. */
  others: readonly Stem[];
}

export interface Stem {
  text: string;
  language: TermLanguage;
}

/**
 * Gives the terms of a text in their order, by which passages are indexed.
 * A compound ("Wi-Fi", "RTX4090", "getUser") gives its parts and itself written together, so each
 * spelling finds the others; scripts written without spaces give words and pairs of characters. Beyond English a word
 * with accents whose stem hangs on them gives the stem of the word without them too, for those who type none.
 */
export function splitTerms(text: string, language: TermLanguage = "en"): Term[] {
  const found: Term[] = [];
  const known = rememberIn(knownChunkTerms, language);
  for (const chunk of listChunks(text)) {
    for (const term of known.get(chunk) ?? readChunk(chunk, language)) found.push(term);
  }
  return found;
}

function readChunk(chunk: string, language: TermLanguage): readonly Term[] {
  const terms = splitChunk(chunk).flatMap((word) => readTerms(word, language));
  if (chunk.length <= longestTerm) remember(rememberIn(knownChunkTerms, language), chunk, terms);
  return terms;
}

/**
 * Gives the terms by which a question is asked of texts in some languages, English always among them. One that is
 * clearly in a language is asked by the stems of that one: a word of another language may have the same stem there.
 */
export function splitQuestion(question: string, languages: readonly TermLanguage[]): AskedTerm[] {
  const spoken = guessLanguage(question, languages);
  const others = languages.filter(
    (language) => language !== "en" && (!spoken.isClear || language === spoken.language),
  );
  const readAsked = (chunk: string) =>
    splitChunk(chunk).flatMap((word) => askWord(word, spoken.language, others));
  if (others.length > 0 || spoken.language !== "en") return listChunks(question).flatMap(readAsked);
  return listChunks(question).flatMap((chunk) => {
    const known = knownAsked.get(chunk);
    if (known) return known;
    const terms = readAsked(chunk);
    if (chunk.length <= longestTerm) remember(knownAsked, chunk, terms);
    return terms;
  });
}

function askWord(word: Word, spoken: TermLanguage, others: readonly TermLanguage[]): AskedTerm[] {
  const [term] = readTerms(word, "en");
  if (!term) return [];
  const stems = others.flatMap((language) => listStems(word, language));
  const isCommon = term.isCommon || readTerms(word, spoken).some((said) => said.isCommon);
  const isPair = word.kind === "pair";
  return [{ ...term, word: word.written.toLowerCase(), isPair, isCommon, others: stems }];
}

/** The stems of a word of a question, those of how else it may be written among them. */
function listStems(word: Word, language: TermLanguage): Stem[] {
  const own = readTerms(word, language).map(({ text }) => ({ text, language }));
  if (word.kind !== "word") return own;
  const forms = listForms(word.written.toLowerCase(), language);
  return [...own, ...forms.map((form) => ({ text: readStem(form, language), language }))];
}

/**
 * What a text is cut into: a word as it is written, or a piece of a script without spaces, which has no stem: what the
 * segmenter takes for a word, or a pair of neighbors.
 */
interface Word {
  written: string;
  kind: "word" | "piece" | "pair";
}

function listChunks(text: string): readonly string[] {
  return unifyText(text).match(chunks) ?? [];
}

/** Texts repeat their words: remembering what became of them makes indexing several times as fast. */
type Known = Map<string, readonly Term[]>;
const knownChunkTerms = new Map<TermLanguage, Known>();
const knownTerms = new Map<TermLanguage, Known>();
/** What English ones ask only in English. */
const knownAsked = new Map<string, readonly AskedTerm[]>();
const mostKnown = 50_000;

function rememberIn(byLanguage: Map<TermLanguage, Known>, language: TermLanguage): Known {
  const known = byLanguage.get(language) ?? new Map<string, readonly Term[]>();
  if (known.size === 0) byLanguage.set(language, known);
  return known;
}

function remember<Kind extends Term>(
  known: Map<string, readonly Kind[]>,
  written: string,
  terms: readonly Kind[],
): void {
  if (known.size >= mostKnown) known.clear();
  known.set(written, terms);
}

function splitChunk(chunk: string): Word[] {
  const words: Word[] = [];
  if (unspaced.test(chunk)) pushUnspaced(words, chunk);
  else pushWord(words, chunk);
  return words;
}

function readTerms({ written, kind }: Word, language: TermLanguage): readonly Term[] {
  if (kind !== "word") {
    const isCommon = kind === "pair" ? isCommonPair(written) : isCommonPiece(written);
    const plain = foldCase(foldText(written));
    const text = simplifyChinese(plain);
    return [{ text, isCommon, ...(text !== plain && { plain }) }];
  }
  const known = rememberIn(knownTerms, language);
  const there = known.get(written);
  if (there) return there;
  const terms = makeTerms(written, language);
  remember(known, written, terms);
  return terms;
}

function makeTerms(written: string, language: TermLanguage): readonly Term[] {
  const plain = foldText(written);
  const word = foldCase(plain);
  if (word.length > longestTerm) return [];
  const isAbbreviation = plain.length > 1 && plain !== word && plain === plain.toUpperCase();
  const isCommon = isStopWord(word, language) && !isAbbreviation;
  if (language === "en") return [{ text: stemWord(word, "en"), isCommon }];
  const spelt = language === "tr" ? written.toLocaleLowerCase("tr") : written.toLowerCase();
  const stems = new Set([readStem(spelt, language)]);
  if (latin.test(word)) stems.add(readStem(word, language));
  return [...stems].map((text) => ({ text, isCommon }));
}

/** Gives the stem of a lower-case word in a language as the index has it, without accents. */
export function readStem(word: string, language: TermLanguage): string {
  return foldCase(foldText(stemWord(word, language)));
}

const latin = /^[a-z]+$/;

/** Letters and digits, held together by one sign between them: hyphen, apostrophe, point, slash, ... */
const chunks = /[\p{L}\p{N}\p{M}]+(?:[-'’._/&+:‐‑@,][\p{L}\p{N}\p{M}]+)*(?:\+\+|#(?![\p{L}\p{N}]))?/gu;
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Hangul}]/u;
const groupedNumber = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const decimalOrVersion = /^v?\d+(?:\.\d+)+$/i;
const englishEnding = /['’](?:s|t|re|ve|ll|d|m)$/i;

function pushWord(found: Word[], chunk: string): void {
  if (groupedNumber.test(chunk)) return pushTerm(found, chunk.replaceAll(",", ""));

  const pieces = chunk.split(/[,:/@]|[.](?=\p{Lu}\p{Ll})/u);
  for (const piece of pieces) if (piece) pushCompound(found, piece.replace(englishEnding, ""));
}

function pushCompound(found: Word[], piece: string): void {
  if (decimalOrVersion.test(piece)) return pushTerm(found, piece.replace(/^v/i, ""));
  if (!compound.test(piece)) return pushTerm(found, piece);

  const parts = splitCompound(piece);
  if (parts.length > 1) for (const part of parts) pushTerm(found, part);
  pushTerm(found, piece.replace(/[-'’._&‐‑]/g, ""));
}

const compound = /[-'’._&‐‑+]|\p{Ll}\p{Lu}|\p{L}\p{N}|\p{N}\p{L}/u;

/** "getUserID42" -> get, User, ID, 42; "wi-fi" -> wi, fi. A sign at the end ("C++") belongs to its part. */
function splitCompound(piece: string): string[] {
  return piece
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{L})(\p{N})/gu, "$1 $2")
    .replace(/(\p{N})(\p{L})/gu, "$1 $2")
    .split(/[-'’._&‐‑ ]|\+(?=[\p{L}\p{N}])/u)
    .filter(Boolean);
}

function pushTerm(found: Word[], written: string): void {
  found.push({ written, kind: "word" });
}

/** Longer "words" are keys, hashes and encoded data, which nobody asks for and which fill the index. */
const longestTerm = 64;

const segmenter = new Intl.Segmenter("ja", { granularity: "word" });

function pushUnspaced(found: Word[], chunk: string): void {
  for (const [run] of chunk.matchAll(runs)) {
    if (!unspaced.test(run)) {
      pushWord(found, run);
      continue;
    }
    const words = new Set<string>();
    for (const { segment, isWordLike } of segmenter.segment(run)) if (isWordLike) words.add(segment);
    for (const word of words) found.push({ written: word, kind: "piece" });
    if (hasPairs.test(run)) pushPairs({ found, run, words });
  }
}

const unspacedClass = unspaced.source.slice(1, -1);
const runs = new RegExp(`[${unspacedClass}\\p{M}ー]+|[^${unspacedClass}\\s]+`, "gu");
const hasPairs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Where words begin and end is a guess in these scripts, pairs of neighbors are not. */
function pushPairs({ found, run, words }: { found: Word[]; run: string; words: Set<string> }): void {
  const characters = [...run];
  for (let index = 0; index + 1 < characters.length; index++) {
    const pair = `${characters[index]}${characters[index + 1]}`;
    if (!words.has(pair)) found.push({ written: pair, kind: "pair" });
  }
}
