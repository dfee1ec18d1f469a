/**
 * The languages in which the chat has words of its own, by what each calls itself; English comes with it, the others when
 * they are asked for.
 */
export const languageNames = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  pt: "Português",
  ar: "العربية",
} as const;
export type ChatLanguage = keyof typeof languageNames;
export const chatLanguages = Object.keys(languageNames) as ChatLanguage[]; // its keys are they

const rightToLeft = ["ar", "fa", "he", "ur", "dv", "ps", "yi"];

/** The direction in which a language (a BCP 47 tag) is written. */
export function directionOf(tag: string): "ltr" | "rtl" {
  return rightToLeft.includes(tag.toLowerCase().split("-")[0] ?? "") ? "rtl" : "ltr";
}

/** The first of these tags that the chat has words for; null where it has none. */
export function pickLanguage(tags: readonly string[]): ChatLanguage | null {
  for (const tag of tags) {
    const found = chatLanguages.find((language) => language === tag.toLowerCase().split("-")[0]);
    if (found) return found;
  }
  return null;
}
