import type { ChatLanguage } from "../domain/chatLanguages.ts";
import { launcherWords, type LauncherWords } from "./embed.ts";
import { ar } from "./languages/ar.ts";
import { de } from "./languages/de.ts";
import { es } from "./languages/es.ts";
import { fr } from "./languages/fr.ts";
import { pt } from "./languages/pt.ts";
import { replaceWords } from "./replace.ts";

const byLanguage: Record<ChatLanguage, LauncherWords> = {
  en: launcherWords,
  de: de.launcher,
  fr: fr.launcher,
  es: es.launcher,
  pt: pt.launcher,
  ar: ar.launcher,
};

/**
 * What the launcher says in a language, with what the owner replaced there (`settings.words`). For the server, which has all
 * languages at hand; a program in the browser would carry them all.
 */
export function launcherWordsIn(
  language: ChatLanguage,
  words: Partial<Record<ChatLanguage, Record<string, string>>> = {},
): LauncherWords {
  const launcher = { ...byLanguage[language] };
  replaceWords({ launcher }, words[language]);
  return launcher;
}
