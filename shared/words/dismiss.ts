import type { ChatLanguage } from "../domain/chatLanguages.ts";

/** What the button says that takes the questions beside a closed launcher away. Only the server sends it. */
export const dismissWords: Record<ChatLanguage, string> = {
  en: "Hide suggestion",
  de: "Vorschlag ausblenden",
  fr: "Masquer la suggestion",
  es: "Ocultar la sugerencia",
  pt: "Ocultar a sugestão",
  ar: "إخفاء الاقتراح",
};

/** Says how a launcher that visitors may move is moved by keyboard. */
export const moveWords: Record<ChatLanguage, string> = {
  en: "Move with Shift and the arrow keys",
  de: "Mit Umschalttaste und Pfeiltasten verschieben",
  fr: "Déplacer avec Maj et les touches fléchées",
  es: "Mover con Mayús y las teclas de flecha",
  pt: "Mover com Shift e as setas",
  ar: "للتحريك: مفتاح Shift مع مفاتيح الأسهم",
};

/** What the button says that takes a message away which the chat said first. */
export const hideMessageWords: Record<ChatLanguage, string> = {
  en: "Hide message",
  de: "Nachricht ausblenden",
  fr: "Masquer le message",
  es: "Ocultar el mensaje",
  pt: "Ocultar a mensagem",
  ar: "إخفاء الرسالة",
};
