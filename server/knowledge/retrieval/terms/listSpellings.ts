import { readStem, type Stem } from "./splitTerms.ts";

/**
 * Gives the words, and their stems in its language, that are one slip away from a term: a letter too many, one missing,
 * another one, or two that changed places. The first letter is mostly right, so it stays but for a change of places. None
 * for short words, for numbers and for scripts other than Latin and Cyrillic, where a slip away is another word.
 */
export function listSpellings({ text: term, language }: Stem): string[] {
  const letters = alphabets.find(({ words }) => words.test(term))?.letters;
  if (!letters) return [];
  const spellings = new Set<string>();
  for (let at = 0; at < term.length; at++) {
    const before = term.slice(0, at);
    const [here = "", next = ""] = term.slice(at);
    const after = term.slice(at + 1);
    spellings.add(before + next + here + after.slice(1));
    for (const letter of letters) spellings.add(before + here + letter + after);
    if (at === 0) continue;
    spellings.add(before + after);
    for (const letter of letters) spellings.add(before + letter + after);
  }
  for (const spelling of [...spellings]) spellings.add(readStem(spelling, language));
  spellings.delete(term);
  return [...spellings];
}

const alphabets = [
  { words: /^[a-z]{5,20}$/, letters: "abcdefghijklmnopqrstuvwxyz" },
  { words: /^[а-я]{5,20}$/, letters: "абвгдежзийклмнопрстуфхцчшщъыьэюя" },
];
