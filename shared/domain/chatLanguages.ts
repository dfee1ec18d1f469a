/** The languages in which the chat has words of its own; English comes with it, the others when they are asked for. */
export const chatLanguages = ["en", "de", "fr", "es", "pt", "ar"] as const;
export type ChatLanguage = (typeof chatLanguages)[number];

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
