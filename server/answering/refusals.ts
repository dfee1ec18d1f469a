import { chooseLanguage, type SpokenLanguage } from "./functionWords.ts";

/** Says in the visitor's language that a topic is not talked about, in the agent's own words where it has some. */
export function writeRefusal(said: { refusal: string; language: string; question: string }): string {
  const { refusal, language, question } = said;
  return refusal.trim() || refusals[chooseLanguage(language, question)];
}

const refusals: Record<SpokenLanguage, string> = {
  en: "I can't help with this here. Is there anything else you would like to know?",
  de: "Dabei kann ich hier nicht helfen. Möchten Sie etwas anderes wissen?",
  fr: "Je ne peux pas vous aider sur ce sujet ici. Souhaitez-vous savoir autre chose ?",
  es: "No puedo ayudarle con esto aquí. ¿Quiere saber alguna otra cosa?",
  it: "Non posso aiutarla su questo tema qui. Desidera sapere altro?",
  nl: "Hierbij kan ik hier niet helpen. Wilt u iets anders weten?",
  ar: "لا يمكنني المساعدة في هذا هنا. هل تودّ معرفة شيء آخر؟",
  pt: "Não posso ajudar com isto aqui. Gostaria de saber mais alguma coisa?",
};
