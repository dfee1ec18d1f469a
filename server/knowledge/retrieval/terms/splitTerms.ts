import { foldCase, foldText } from "./foldText.ts";
import { stemEnglish } from "./stemEnglish.ts";
import { isStopWord } from "./stopWords.ts";

export interface Term {
  text: string;
  /** True where the word alone tells nothing (a stop word that is not written as an ABBREVIATION). */
  isCommon: boolean;
}

/**
 * Gives the terms of a text in their order, by which passages are indexed and questions are asked.
 * A compound ("Wi-Fi", "RTX4090", "getUser") gives its parts and itself written together, so each
 * spelling finds the others; scripts written without spaces give words and pairs of characters.
 */
export function splitTerms(text: string): Term[] {
  const terms: Term[] = [];
  for (const [chunk] of foldText(text).matchAll(chunks)) {
    for (const term of knownChunks.get(chunk) ?? splitChunk(chunk)) terms.push(term);
  }
  return terms;
}

/** Texts repeat their words: remembering them makes indexing several times as fast. */
const knownChunks = new Map<string, readonly Term[]>();
const mostKnownChunks = 50_000;

function splitChunk(chunk: string): readonly Term[] {
  const terms: Term[] = [];
  if (unspaced.test(chunk)) pushUnspaced(terms, chunk);
  else pushWord(terms, chunk);
  if (chunk.length > longestTerm) return terms;
  if (knownChunks.size >= mostKnownChunks) knownChunks.clear();
  knownChunks.set(chunk, terms);
  return terms;
}

/** Letters and digits, held together by one sign between them: hyphen, apostrophe, point, slash, ... */
const chunks = /[\p{L}\p{N}\p{M}]+(?:[-'’._/&+:‐‑@,][\p{L}\p{N}\p{M}]+)*(?:\+\+|#(?![\p{L}\p{N}]))?/gu;
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Hangul}]/u;
const groupedNumber = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const decimalOrVersion = /^v?\d+(?:\.\d+)+$/i;
const englishEnding = /['’](?:s|t|re|ve|ll|d|m)$/i;

function pushWord(terms: Term[], chunk: string): void {
  if (groupedNumber.test(chunk)) return pushTerm(terms, chunk.replaceAll(",", ""));

  const pieces = chunk.split(/[,:/@]|[.](?=\p{Lu}\p{Ll})/u);
  for (const piece of pieces) if (piece) pushCompound(terms, piece.replace(englishEnding, ""));
}

function pushCompound(terms: Term[], piece: string): void {
  if (decimalOrVersion.test(piece)) return pushTerm(terms, piece.replace(/^v/i, ""));
  if (!compound.test(piece)) return pushTerm(terms, piece);

  const parts = splitCompound(piece);
  if (parts.length > 1) for (const part of parts) pushTerm(terms, part);
  pushTerm(terms, piece.replace(/[-'’._&‐‑]/g, ""));
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

function pushTerm(terms: Term[], written: string): void {
  const word = foldCase(written);
  const isAbbreviation = written.length > 1 && written !== word && written === written.toUpperCase();
  if (word.length > longestTerm) return;
  terms.push({ text: stemEnglish(word), isCommon: isStopWord(word) && !isAbbreviation });
}

/** Longer "words" are keys, hashes and encoded data, which nobody asks for and which fill the index. */
const longestTerm = 64;

const segmenter = new Intl.Segmenter("ja", { granularity: "word" });

function pushUnspaced(terms: Term[], chunk: string): void {
  for (const [run] of chunk.matchAll(runs)) {
    if (!unspaced.test(run)) {
      pushWord(terms, run);
      continue;
    }
    const words = new Set<string>();
    for (const { segment, isWordLike } of segmenter.segment(run)) if (isWordLike) words.add(segment);
    for (const word of words) terms.push({ text: foldCase(word), isCommon: false });
    if (hasPairs.test(run)) pushPairs({ terms, run, words });
  }
}

const unspacedClass = unspaced.source.slice(1, -1);
const runs = new RegExp(`[${unspacedClass}\\p{M}ー]+|[^${unspacedClass}\\s]+`, "gu");
const hasPairs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Where words begin and end is a guess in these scripts, pairs of neighbours are not. */
function pushPairs({ terms, run, words }: { terms: Term[]; run: string; words: Set<string> }): void {
  const characters = [...run];
  for (let index = 0; index + 1 < characters.length; index++) {
    const pair = `${characters[index]}${characters[index + 1]}`;
    if (!words.has(pair)) terms.push({ text: pair, isCommon: false });
  }
}
