import type { ChatLanguage } from "../domain/chatLanguages.ts";

/** What the button says that takes the questions beside a closed launcher away. The server alone sends it. */
export const dismissWords: Record<ChatLanguage, string> = {
  en: "Hide suggestion",
  de: "Vorschlag ausblenden",
  fr: "Masquer la suggestion",
  es: "Ocultar la sugerencia",
  pt: "Ocultar a sugestão",
  ar: "إخفاء الاقتراح",
};
