import { chatLanguages, type ChatLanguage } from "../domain/chatLanguages.ts";
import { launcherWords, type LauncherWords } from "./embed.ts";
import { loadLanguage } from "./languages/load.ts";
import { replaceWords } from "./replace.ts";

const byLanguage = Object.fromEntries(
  await Promise.all(
    chatLanguages.map(async (language) => [
      language,
      (await loadLanguage(language))?.launcher ?? launcherWords,
    ]),
  ),
) as Record<ChatLanguage, LauncherWords>; // one for each

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
