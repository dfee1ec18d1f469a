import { listSpeakers } from "../../knowledge/retrieval/terms/stopWords.ts";
import {
  aloneBad,
  aloneGood,
  badSigns,
  degrees,
  goodSigns,
  moodLanguages,
  moodWords,
  partsOfPhrases,
  phrases,
} from "./moodWords.ts";
import type { MoodLanguage } from "./moodWords.ts";

export type Mood = "good" | "bad";

/**
 * Gives how a visitor's message sounds by its words alone, in English, German, French, Spanish and Italian; null where they
 * say neither, or as much of both. A word counts as in the language that the small words beside it are of.
 */
export function moodOf(text: string): Mood | null {
  const folded = foldMood(text.slice(0, longestRead));
  const words = listWords(folded).filter((word) => !isMark.test(word));
  const [alone = ""] = words;
  if (words.length === 1 && aloneGood.has(alone)) return "good";
  if (words.length === 1 && aloneBad.has(alone)) return "bad";
  // Most messages have no such word.
  if (!words.some((word) => telling.has(word))) return null;
  const said = phrases.reduce((rest, [phrase, sign]) => rest.replace(phrase, ` ${sign} `), folded);
  const languages = findLanguages(said);
  const sum = { good: 0, bad: 0, thanks: 0 };
  for (const [sentence] of said.matchAll(/[^.!?…\n]+[.!?…]*/gu)) addSentence(sum, sentence, languages);
  if (sum.good === sum.bad) return sum.good === 0 && sum.thanks > 0 ? "good" : null;
  return sum.good > sum.bad ? "good" : "bad";
}

/** A message says in its first words how it is meant. */
const longestRead = 2000;
/** How many words "not" negates after it. */
const negationReach = 3;

const isMark = /^[,;:.!?]$/;

/** All words and signs of which one at least makes a mood. */
const telling = new Set([
  ...goodSigns,
  ...badSigns,
  ...aloneGood,
  ...moodLanguages.flatMap((language) => {
    const { thanks, good, bad, doubted } = moodWords[language];
    return [...thanks, ...good, ...bad, ...doubted];
  }),
  ...partsOfPhrases,
]);

function foldMood(text: string): string {
  return text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("’", "'");
}

/** "Isn't" is one word, "c'est" two. */
function listWords(folded: string): string[] {
  const words = folded.match(/\p{L}+(?:'\p{L}+)*|\p{Extended_Pictographic}|[,;:.!?]/gu) ?? [];
  return words.flatMap((word) => (word.endsWith("n't") ? [word] : word.split("'")));
}

/** Those that most words are of: small ones, and those that no other language uses otherwise. */
function findLanguages(folded: string): MoodLanguage[] {
  const counts = new Map(moodLanguages.map((language) => [language, 0]));
  for (const word of listWords(folded)) {
    const speakers: readonly string[] = word.endsWith("n't") ? ["en"] : listSpeakers(word);
    const isDoubtful = moodLanguages.some((language) => moodWords[language].otherwise.has(word));
    for (const language of moodLanguages) {
      const { thanks, good, bad } = moodWords[language];
      const isOwn = !isDoubtful && (thanks.has(word) || good.has(word) || bad.has(word));
      if (isOwn || speakers.includes(language)) counts.set(language, (counts.get(language) ?? 0) + 1);
    }
  }
  const most = Math.max(...counts.values());
  return moodLanguages.filter((language) => counts.get(language) === most);
}

function addSentence(
  sum: { good: number; bad: number; thanks: number },
  sentence: string,
  languages: readonly MoodLanguage[],
): void {
  const isQuestion = sentence.trimEnd().endsWith("?");
  const has = (of: "thanks" | "good" | "bad" | "doubted" | "negations", word: string) =>
    languages.some((language) => moodWords[language][of].has(word)) &&
    !languages.some((language) => moodWords[language].otherwise.has(word));
  let negated = 0;
  for (const word of listWords(sentence)) {
    if (isMark.test(word)) negated = 0;
    else if (word.endsWith("n't") || has("negations", word)) negated = negationReach + 1;
    else if (goodSigns.has(word)) sum.good += 1;
    else if (badSigns.has(word)) sum.bad += 1;
    else if (has("thanks", word)) sum.thanks += 1;
    // "Not good" is bad, and "not bad" is neither.
    else if (has("good", word) && !isQuestion) sum[negated > 0 ? "bad" : "good"] += 1;
    else if (has("bad", word) && negated <= 0) sum.bad += 1;
    else if (has("doubted", word) && negated <= 0 && !isQuestion) sum.bad += 1;
    if (!degrees.has(word)) negated -= 1;
  }
}
