import type { SpokenLanguage } from "../../languages/languages.ts";
import { isFunctionWord } from "../functionWords.ts";

/**
 * Gives the words of a sentence that are names by how they are written: with a capital inside the sentence, all in
 * capitals, or of letters and digits. Where all nouns have capitals, the first of these tells nothing.
 */
export function listNames(sentence: string, language: SpokenLanguage): string[] {
  // Most sentences begin with their only capital.
  if (!/[\p{Lu}\p{N}]/u.test(/^\p{Lu}/u.test(sentence) ? sentence.slice(1) : sentence)) return none;
  const words = [...sentence.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)];
  const names = words.flatMap(({ 0: word, index }, place) => {
    // Most words are no names, and are told by this alone.
    if (!/[\p{Lu}\p{N}]/u.test(word)) return none;
    if (isTelling(word)) return [word];
    if (language === "de" || place === 0 || !/^\p{Lu}\p{Ll}{2,}/u.test(word)) return none;
    // A pattern that ends with the text before the word would be tried at each of its places.
    const sign = sentence.slice(0, index).trimEnd().slice(-1);
    return /[.:!?…“"(*]/.test(sign) || isFunctionWord(word.toLowerCase()) ? none : [word];
  });
  return [...new Set(names)];
}

const none: string[] = [];

/** "PayPal", "USB-C", "RTX4090": written like nothing else. */
function isTelling(word: string): boolean {
  const isCode =
    /\p{L}/u.test(word) &&
    /\p{N}/u.test(word) &&
    word.length > 3 &&
    !/^\d+(?:st|nd|rd|th|er|e|º|ª)$/u.test(word);
  return isCode || /^\p{Lu}{2,}$/u.test(word) || /^\p{L}*\p{Ll}\p{Lu}\p{L}*$/u.test(word);
}
