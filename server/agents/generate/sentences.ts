import { pickLanguage } from "../../../shared/domain/chatLanguages.ts";
import type { DraftWords } from "../../languages/language.ts";
import { languages } from "../../languages/languages.ts";

/** The sentences of a site's language; null for one that we have no words of, so that no site speaks two. */
export function pickSentences(tag: string | null): DraftWords | null {
  if (tag === null) return languages.en.drafts;
  const language = pickLanguage([tag]);
  return language && languages[language].drafts;
}
