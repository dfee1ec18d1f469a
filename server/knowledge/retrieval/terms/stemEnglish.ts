/**
 * Gives the stem of a lower-case English word by the Snowball English algorithm (Porter2), so that
 * "connections" and "connected" meet. Words it was not made for (codes, other languages) pass
 * through it harmlessly, because text and question take the same way.
 */
export function stemEnglish(word: string): string {
  if (word.length <= 2) return word;
  const special = specialWords.get(word);
  if (special) return special;

  let stem = markConsonantY(word.startsWith("'") ? word.slice(1) : word);
  const { r1, r2 } = findRegions(stem);
  stem = stem.replace(/'s'$|'s$|'$/, "");
  stem = removePlural(stem);
  if (finishedAfterPlural.has(stem)) return stem;
  stem = removePastAndProgressive(stem, r1);
  stem = stem.replace(/(.[^aeiouy])[yY]$/, "$1i");
  stem = replaceLongSuffix(stem, r1);
  stem = replaceMiddleSuffix(stem, { r1, r2 });
  stem = removeLastSuffix(stem, r2);
  stem = removeFinalLetter(stem, { r1, r2 });
  return stem.replaceAll("Y", "y");
}

const specialWords = new Map([
  ["skis", "ski"],
  ["skies", "sky"],
  ["idly", "idl"],
  ["gently", "gentl"],
  ["ugly", "ugli"],
  ["early", "earli"],
  ["only", "onli"],
  ["singly", "singl"],
  ...["sky", "news", "howe", "atlas", "cosmos", "bias", "andes"].map((word): [string, string] => [
    word,
    word,
  ]),
]);

const finishedAfterPlural = new Set([
  "inning",
  "outing",
  "canning",
  "herring",
  "earring",
  "evening",
  "proceed",
  "exceed",
  "succeed",
]);

const longSuffixes: [string, string][] = [
  ["ational", "ate"],
  ["fulness", "ful"],
  ["iveness", "ive"],
  ["ization", "ize"],
  ["ousness", "ous"],
  ["biliti", "ble"],
  ["lessli", "less"],
  ["tional", "tion"],
  ["alism", "al"],
  ["aliti", "al"],
  ["ation", "ate"],
  ["entli", "ent"],
  ["fulli", "ful"],
  ["iviti", "ive"],
  ["ousli", "ous"],
  ["abli", "able"],
  ["alli", "al"],
  ["anci", "ance"],
  ["ator", "ate"],
  ["enci", "ence"],
  ["izer", "ize"],
  ["ogist", "og"],
  ["bli", "ble"],
  ["ogi", "og"],
  ["li", ""],
];

const middleSuffixes: [string, string][] = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["alize", "al"],
  ["ative", ""],
  ["icate", "ic"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ness", ""],
  ["ful", ""],
];

const lastSuffixes = [
  ["ement"],
  ["able", "ance", "ence", "ible", "ment"],
  ["ant", "ate", "ent", "ion", "ism", "iti", "ive", "ize", "ous"],
  ["al", "er", "ic"],
].flat();

/** A y that is not a vowel (at the start, or after a vowel) is written Y while the word is worked on. */
function markConsonantY(word: string): string {
  if (!word.includes("y")) return word;
  let marked = "";
  for (const letter of word) marked += letter === "y" && /^$|[aeiouy]$/.test(marked) ? "Y" : letter;
  return marked;
}

/** R1 begins after the first consonant that follows a vowel, R2 after the next such place in R1. */
function findRegions(word: string): { r1: number; r2: number } {
  const prefix = /^(?:gener|commun|arsen|past|univers|later|emerg|organ|inter)/.exec(word);
  const r1 = prefix ? prefix[0].length : findAfterVowelConsonant(word, 0);
  return { r1, r2: findAfterVowelConsonant(word, r1) };
}

function findAfterVowelConsonant(word: string, from: number): number {
  const found = /[aeiouy][^aeiouy]/.exec(word.slice(from));
  return found ? from + found.index + 2 : word.length;
}

function removePlural(word: string): string {
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (/ie[ds]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1);
  if (/[us]s$/.test(word)) return word;
  if (/[aeiouy].+s$/.test(word)) return word.slice(0, -1);
  return word;
}

function removePastAndProgressive(word: string, r1: number): string {
  const eed = /(?:eedly|eed)$/.exec(word);
  if (eed) return eed.index >= r1 ? `${word.slice(0, eed.index)}ee` : word;

  const found = /(?:ingly|edly|ing|ed)$/.exec(word);
  if (!found) return word;
  const rest = word.slice(0, found.index);
  if (found[0] === "ing" && /^[^aeiouy]y$/.test(rest)) return `${rest.slice(0, -1)}ie`;
  if (!/[aeiouy]/.test(rest)) return word;
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(rest)) return /^[aeo]..$/.test(rest) ? rest : rest.slice(0, -1);
  return r1 >= rest.length && endsInShortSyllable(rest) ? `${rest}e` : rest;
}

function endsInShortSyllable(word: string): boolean {
  return /[^aeiouy][aeiouy][^aeiouywxY]$/.test(word) || /^[aeiouy][^aeiouy]$/.test(word) || word === "past";
}

function replaceLongSuffix(word: string, r1: number): string {
  for (const [suffix, replacement] of longSuffixes) {
    if (!word.endsWith(suffix)) continue;
    const start = word.length - suffix.length;
    if (start < r1) return word;
    const before = word[start - 1] ?? "";
    if (suffix === "ogi" && before !== "l") return word;
    if (suffix === "li" && !"cdeghkmnrt".includes(before)) return word;
    return word.slice(0, start) + replacement;
  }
  return word;
}

function replaceMiddleSuffix(word: string, { r1, r2 }: { r1: number; r2: number }): string {
  for (const [suffix, replacement] of middleSuffixes) {
    if (!word.endsWith(suffix)) continue;
    const start = word.length - suffix.length;
    if (start < r1 || (suffix === "ative" && start < r2)) return word;
    return word.slice(0, start) + replacement;
  }
  return word;
}

function removeLastSuffix(word: string, r2: number): string {
  const suffix = lastSuffixes.find((each) => word.endsWith(each));
  if (!suffix) return word;
  const start = word.length - suffix.length;
  if (start < r2) return word;
  if (suffix === "ion" && !/[st]$/.test(word.slice(0, start))) return word;
  return word.slice(0, start);
}

function removeFinalLetter(word: string, { r1, r2 }: { r1: number; r2: number }): string {
  const start = word.length - 1;
  if (word.endsWith("e")) {
    const removable = start >= r2 || (start >= r1 && !endsInShortSyllable(word.slice(0, start)));
    return removable ? word.slice(0, start) : word;
  }
  return word.endsWith("ll") && start >= r2 ? word.slice(0, start) : word;
}
