import { pickLanguage } from "../../shared/domain/chatLanguages.ts";
import type { ChatLanguage } from "../../shared/domain/chatLanguages.ts";

/**
 * The locale in which a language is written: the device's own kind of it where it has one (`de-AT` for `de`), with the
 * digits that the console has everywhere. Undefined without a language: as the device does.
 */
export function localeOf(language: ChatLanguage | null): string | undefined {
  if (language === null) return undefined;
  if (language === "ar") return "ar-u-nu-latn";
  const own = navigator.languages.find((tag) => pickLanguage([tag]) === language && tag !== language);
  return own ?? (language === "en" ? "en-GB" : language);
}
