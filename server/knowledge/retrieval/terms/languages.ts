/**
 * The languages whose words are brought to their stems. A segment of the index says by their places in this list
 * which of them it has, so the list only grows at its end.
 */
export const termLanguages = [
  "en",
  "de",
  "fr",
  "es",
  "it",
  "pt",
  "nl",
  "sv",
  "no",
  "da",
  "fi",
  "ru",
  "hu",
  "ro",
  "tr",
  "pl",
  "ar",
] as const;

export type TermLanguage = (typeof termLanguages)[number];

/** Gives the language of a tag ("de-AT", "nb"), null where its words are not brought to stems. */
export function readLanguageTag(tag: string | null): TermLanguage | null {
  const base = tag?.trim().toLowerCase().split(/[-_]/)[0] ?? "";
  const language = base === "nb" || base === "nn" ? "no" : base;
  return termLanguages.find((each) => each === language) ?? null;
}
