import type { ChatLanguage } from "../../domain/chatLanguages.ts";
import type { LanguageWords } from "./language.ts";

const files: Record<Exclude<ChatLanguage, "en">, () => Promise<LanguageWords>> = {
  de: () => import("./de.ts").then(({ de }) => de),
  fr: () => import("./fr.ts").then(({ fr }) => fr),
  es: () => import("./es.ts").then(({ es }) => es),
  pt: () => import("./pt.ts").then(({ pt }) => pt),
  ar: () => import("./ar.ts").then(({ ar }) => ar),
};

/** Fetches the words of a language, each a file of its own; null for English, which is there already. */
export function loadLanguage(language: ChatLanguage): Promise<LanguageWords | null> {
  return language === "en" ? Promise.resolve(null) : files[language]();
}
