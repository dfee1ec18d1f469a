import { pickLanguage, type ChatLanguage } from "../../../shared/domain/chatLanguages.ts";

interface Sentences {
  /** Stands before what the site says of itself. */
  purpose(name: string): string;
  welcome(name: string): string;
  ask(topic: string): string;
}

/** What the built-in model writes by itself; all else are the site's own words. */
const sentences: Record<ChatLanguage, Sentences> = {
  en: {
    purpose: (name) => `Answers questions about ${name}.`,
    welcome: (name) => `Hello! What would you like to know about ${name}?`,
    ask: (topic) => `What can you tell me about ${topic}?`,
  },
  de: {
    purpose: (name) => `Beantwortet Fragen zu ${name}.`,
    welcome: (name) => `Guten Tag! Was möchten Sie über ${name} wissen?`,
    ask: (topic) => `Was gilt für ${topic}?`,
  },
  fr: {
    purpose: (name) => `Répond aux questions sur ${name}.`,
    welcome: (name) => `Bonjour ! Que souhaitez-vous savoir sur ${name} ?`,
    ask: (topic) => `Que dites-vous de : ${topic} ?`,
  },
  es: {
    purpose: (name) => `Responde preguntas sobre ${name}.`,
    welcome: (name) => `¡Hola! ¿Qué le gustaría saber sobre ${name}?`,
    ask: (topic) => `¿Qué hay sobre ${topic}?`,
  },
  pt: {
    purpose: (name) => `Responde a perguntas sobre ${name}.`,
    welcome: (name) => `Olá! O que gostaria de saber sobre ${name}?`,
    ask: (topic) => `O que há sobre ${topic}?`,
  },
  ar: {
    purpose: (name) => `يجيب عن الأسئلة حول ${name}.`,
    welcome: (name) => `مرحبًا! ماذا تود أن تعرف عن ${name}؟`,
    ask: (topic) => `ماذا عن ${topic}؟`,
  },
};

/** The sentences of a site's language; null for one that we have no words of, so that no site speaks two. */
export function pickSentences(tag: string | null): Sentences | null {
  if (tag === null) return sentences.en;
  const language = pickLanguage([tag]);
  return language && sentences[language];
}
