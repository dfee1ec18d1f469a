import type { TermLanguage } from "./languages.ts";

type Rule = (word: string) => string[];

/** Keyboards without the letters of a language write them as two; old texts do so, too. */
function writeAs(pairs: [letter: string, letters: string][]): Rule {
  return (word) => {
    const joined = pairs.reduce((text, [letter, letters]) => text.replaceAll(letters, letter), word);
    const apart = pairs.reduce((text, [letter, letters]) => text.replaceAll(letter, letters), word);
    return [joined, apart];
  };
}

const rules: Partial<Record<TermLanguage, Rule>> = {
  de: writeAs([
    ["ä", "ae"],
    ["ö", "oe"],
    ["ü", "ue"],
  ]),
  no: writeAs([
    ["ø", "oe"],
    ["å", "aa"],
  ]),
  da: writeAs([
    ["ø", "oe"],
    ["å", "aa"],
  ]),
  sv: writeAs([
    ["å", "aa"],
    ["ä", "ae"],
    ["ö", "oe"],
  ]),
  // "With", "for", "as" and "so" are written together with the word that follows; the article behind them is no stem.
  ar: (word) => (/^[بلكف].{4,}$/.test(word) ? [word.slice(1)] : []),
};

/** Gives how else a lower-case word of a question may be in a text. */
export function listForms(word: string, language: TermLanguage): string[] {
  const forms = rules[language]?.(word) ?? [];
  return [...new Set(forms)].filter((form) => form !== word);
}
