import { foldCase, foldText } from "./foldText.ts";
import { readLanguageTag, type TermLanguage } from "./languages.ts";
import { listSpeakers } from "./stopWords.ts";

/** How much of a page is read to tell its language. */
const readCharacters = 20_000;
/** Stop words make up about two in five words of a text in their language; a name or a quotation has one or two. */
const fewestWords = 3;
const leastShare = 0.15;
/** Related languages share stop words: those with nearly as many as the first are as likely. */
const clearLead = 1.25;

/**
 * Gives the language by which the words of a page are brought to their stems: the one that its text speaks, for templates
 * often state another. Where two are as likely the stated one decides, then English; so it does where little is said.
 */
export function findLanguage(texts: readonly string[], stated: string | null): TermLanguage {
  const known = readLanguageTag(stated);
  const { words, ranked } = countSpeakers(takeBeginning(texts));
  const [best] = ranked;
  if (!best || best.count < fewestWords || best.count < words * leastShare) return known ?? "en";
  const likely = ranked
    .filter(({ count }) => count * clearLead >= best.count)
    .map(({ language }) => language);
  if (known && likely.includes(known)) return known;
  return likely.includes("en") ? "en" : best.language;
}

/** What a question tells of its language. */
export interface SpokenLanguage {
  /** The one among some that it has most of, English where nothing tells. */
  language: TermLanguage;
  /** It is in no other of them. */
  isClear: boolean;
}

/** Gives the language of a question, among those in which there are answers. */
export function guessLanguage(question: string, among: readonly TermLanguage[]): SpokenLanguage {
  if (among.every((language) => language === "en")) return { language: "en", isClear: false };
  const ranked = countSpeakers(question).ranked.filter(
    ({ language }) => language === "en" || among.includes(language),
  );
  const [best, next] = ranked;
  const english = ranked.find(({ language }) => language === "en")?.count ?? 0;
  if (!best || best.count <= english) return { language: "en", isClear: false };
  return { language: best.language, isClear: best.count >= fewestClear && best.count > (next?.count ?? 0) };
}

/** One word of a question may be of any language. */
const fewestClear = 2;

/** Letters that few languages write: they tell where a text is too short for many stop words. */
const letters: [RegExp, TermLanguage[]][] = [
  [/[ßü]/, ["de"]],
  [/[äö]/, ["de", "sv", "fi"]],
  [/[èêçàùœ]/, ["fr"]],
  [/[ñ]/, ["es"]],
  [/[èòùà]/, ["it"]],
  [/[ãõç]/, ["pt"]],
  [/[å]/, ["sv", "no", "da"]],
  [/[øæ]/, ["no", "da"]],
  [/[ыэё]/, ["ru"]],
  [/[őű]/, ["hu"]],
  [/[ășțşţ]/, ["ro"]],
  [/[ğış]/, ["tr"]],
  [/[ąęłśźżćń]/, ["pl"]],
  [/[ةأإى]/, ["ar"]],
];

const plain = /^[a-z]*$/;

interface Speaker {
  language: TermLanguage;
  count: number;
}

/** Counts the words of a text, and what tells of each language, most first. */
function countSpeakers(text: string): { words: number; ranked: Speaker[] } {
  const counts = new Map<TermLanguage, number>();
  let words = 0;
  for (const [word] of text.matchAll(/[\p{L}\p{M}]+/gu)) {
    words++;
    const lower = word.toLowerCase();
    const own = plain.test(lower)
      ? []
      : letters.filter(([letter]) => letter.test(lower)).flatMap(([, languages]) => languages);
    for (const language of [...listSpeakers(foldCase(foldText(lower))), ...own]) {
      counts.set(language, (counts.get(language) ?? 0) + 1);
    }
  }
  const ranked = [...counts]
    .map(([language, count]) => ({ language, count }))
    .sort((one, other) => other.count - one.count);
  return { words, ranked };
}

function takeBeginning(texts: readonly string[]): string {
  let taken = "";
  for (const text of texts) {
    if (taken.length >= readCharacters) break;
    taken += `${text.slice(0, readCharacters - taken.length)}\n`;
  }
  return taken;
}
