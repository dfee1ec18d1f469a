import type { ChatLanguage } from "../../shared/domain/chatLanguages.ts";

/** What the chat's languages call themselves. */
export const languageNames: Record<ChatLanguage, string> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  pt: "Português",
  ar: "العربية",
};
