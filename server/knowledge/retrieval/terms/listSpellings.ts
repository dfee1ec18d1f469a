import { stemEnglish } from "./stemEnglish.ts";

/**
 * Gives the words, and their stems, that are one slip away from a term: a letter too many, one missing, another one, or two that changed
 * places. The first letter is mostly right, so it stays but for a change of places. None for short words, for numbers and
 * for other scripts, where a slip away is another word.
 */
export function listSpellings(term: string): string[] {
  if (!/^[a-z]{5,20}$/.test(term)) return [];
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
  for (const spelling of [...spellings]) spellings.add(stemEnglish(spelling));
  spellings.delete(term);
  return [...spellings];
}

const letters = "abcdefghijklmnopqrstuvwxyz";
