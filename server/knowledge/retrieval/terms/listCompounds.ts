import type { TermLanguage } from "./languages.ts";
import { readStem } from "./splitTerms.ts";

/** Languages that write as one word what others write as several, with what they put between the parts. */
const joints: Partial<Record<TermLanguage, readonly string[]>> = {
  de: ["", "s", "n", "en", "er", "es", "e"],
  nl: ["", "s", "en", "e"],
  sv: ["", "s", "o", "e"],
  no: ["", "s", "e"],
  da: ["", "s", "e"],
  fi: [""],
  hu: [""],
};

const shortestPart = 4;

/** Two stems that a word is put together of. */
export type Parts = [front: string, back: string];

/**
 * Gives how a word may have been put together, in languages that do so, as the stems of both parts: those parts first that
 * are about as long as each other.
 */
export function listParts(word: string, language: TermLanguage): Parts[] {
  const between = joints[language];
  if (!between) return [];
  const found: { parts: Parts; shorter: number }[] = [];
  for (let at = shortestPart; at <= word.length - shortestPart; at++) {
    const back = readStem(word.slice(at), language);
    for (const joint of between) {
      const front = word.slice(0, at);
      if (!front.endsWith(joint) || front.length - joint.length < shortestPart) continue;
      const parts: Parts = [readStem(front.slice(0, front.length - joint.length), language), back];
      found.push({ parts, shorter: Math.min(at, word.length - at) });
    }
  }
  return found.sort((one, other) => other.shorter - one.shorter).map(({ parts }) => parts);
}

/** Gives the stems of what two words may be written as together. */
export function listJoined([front, back]: Parts, language: TermLanguage): string[] {
  const between = joints[language] ?? [];
  // "Lampen" and "Schirm": the front may end as it does, or be joined by another ending.
  const fronts = new Set([front, front.replace(/(?:e[nrs]?|n|s)$/, "")].filter((each) => each.length > 2));
  const stems = [...fronts].flatMap((each) =>
    between.map((joint) => readStem(each + joint + back, language)),
  );
  return [...new Set(stems)];
}
