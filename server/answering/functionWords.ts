import { foldCase, foldText } from "../knowledge/retrieval/terms/foldText.ts";
import { listSpeakers } from "../knowledge/retrieval/terms/stopWords.ts";
import { languages, spokenLanguages, type SpokenLanguage } from "../languages/languages.ts";

/** Gives the language that a text looks like; English where nothing tells. */
export function guessLanguage(text: string): SpokenLanguage {
  // Small words are often written as one with the next: the script tells more.
  const arabicLetters = isPlain(text) ? 0 : count(text, /(?=\p{L})\p{Script=Arabic}/gu);
  if (arabicLetters > 0 && arabicLetters * 2 > count(text, /\p{L}/gu)) return "ar";
  const counts = spokenLanguages.map((language) => ({ language, words: 0 }));
  for (const word of text.toLowerCase().match(/[\p{L}’']+/gu) ?? []) {
    for (const at of speakers.get(word) ?? []) (counts[at] as { words: number }).words += 1; // one for each language
  }
  return counts.reduce((best, one) => (one.words > best.words ? one : best)).language;
}

/**
 * Whether a text may be of one of these languages: at most a fifth of its words have a letter that none of them has, and a
 * sentence has a small word of one.
 */
export function mayBeSpoken(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{M}’']+/gu) ?? [];
  if (words.filter((word) => otherLetter.test(word)).length * 5 > words.length) return false;
  return words.length < shortestSentence || words.some((word) => speakers.has(word) || arabic.test(word));
}

const shortestSentence = 4;
const arabic = /\p{Script=Arabic}/u;
const alphabets = spokenLanguages.map((language) => languages[language].alphabet).join("");
const otherLetter = new RegExp(`(?![a-z${alphabets}])\\p{L}`, "u");

/**
 * Gives the language to answer in: the configured one where we speak it, else the one that the text looks like. Where
 * that hangs on one word or less, what is beside it decides: what was said before, then the pages.
 */
export function chooseLanguage(
  configured: string,
  text: string,
  beside: readonly string[] = [],
): SpokenLanguage {
  const [base = ""] = configured.toLowerCase().split(/[-_]/);
  if (isSpoken(base)) return base;
  const guessed = guessLanguage(text);
  if (beside.length === 0 || guessed === "ar") return guessed;
  const { words, counts } = countSpoken(text);
  const most = Math.max(...counts.values());
  const likely = spokenLanguages.filter((language) => counts.get(language) === most);
  if (most > 1 && likely.length === 1) return likely[0] ?? guessed;
  const isWeak = most === 0 || (most === 1 && words >= shortestSentence);
  for (const other of beside) {
    const language = guessLanguage(other.slice(0, mostRead));
    if (isWeak || likely.includes(language)) return language;
  }
  return likely.includes(guessed) ? guessed : (likely[0] ?? guessed);
}

const mostRead = 1000;

/** Counts the small words of each language in a text, those of the search among them: it knows many more. */
function countSpoken(text: string): { words: number; counts: Map<SpokenLanguage, number> } {
  const words = text.toLowerCase().match(/[\p{L}\p{M}’']+/gu) ?? [];
  const counts = new Map(spokenLanguages.map((language) => [language, 0]));
  for (const word of words) {
    const own = (speakers.get(word) ?? []).map((at) => spokenLanguages[at]);
    const known = listSpeakers(foldCase(foldText(word))).filter(isSpoken);
    for (const language of new Set([...own, ...known]))
      if (language) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return { words: words.length, counts };
}

/** The places in `spokenLanguages` of those that have a word. */
const speakers = new Map<string, number[]>();
for (const [at, language] of spokenLanguages.entries()) {
  for (const word of new Set(languages[language].functionWords.split(" ")))
    speakers.set(word, [...(speakers.get(word) ?? []), at]);
}

/** Whether all letters are Latin ones without signs, or nearly: then no other script has to be looked for. */
function isPlain(text: string): boolean {
  return !/[^\u0000-\u024f]/.test(text);
}

function count(text: string, letters: RegExp): number {
  return text.match(letters)?.length ?? 0;
}

function isSpoken(language: string): language is SpokenLanguage {
  return Object.hasOwn(languages, language);
}

/** Whether a word, in small letters, holds sentences of one of these languages together. */
export function isFunctionWord(word: string): boolean {
  return speakers.has(word);
}
