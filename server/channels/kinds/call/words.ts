import type { ChatLanguage } from "../../../../shared/domain/chatLanguages.ts";
import { pickLanguage } from "../../../../shared/domain/chatLanguages.ts";

/** What is said on the telephone beside answers. `{name}` is the agent's. */
export interface PhoneWords {
  greeting: string;
  transfer: string;
  voicemail: string;
  noWords: string;
  thanks: string;
  problem: string;
  unavailable: string;
  limit: string;
  machine: string;
  optedOut: string;
}

const words: Record<ChatLanguage, PhoneWords> = {
  en: {
    greeting: "Hello, this is the AI assistant of {name}. How can I help?",
    transfer: "One moment, I’m putting you through.",
    voicemail: "Nobody can take your call right now. Please leave a message after the tone.",
    noWords: "We didn’t hear anything. Goodbye.",
    thanks: "Thank you. We’ll get back to you. Goodbye.",
    problem: "Sorry, something went wrong.",
    unavailable: "This number can’t take calls right now. Please try again later. Goodbye.",
    limit: "This call has reached its longest length. Goodbye.",
    machine: "Sorry we missed you. Goodbye.",
    optedOut: "We won’t call you again. Goodbye.",
  },
  de: {
    greeting: "Hallo, hier ist der KI-Assistent von {name}. Wie kann ich helfen?",
    transfer: "Einen Moment, ich verbinde Sie.",
    voicemail: "Im Moment kann niemand Ihren Anruf annehmen. Bitte sprechen Sie nach dem Ton.",
    noWords: "Wir haben nichts gehört. Auf Wiederhören.",
    thanks: "Vielen Dank. Wir melden uns bei Ihnen. Auf Wiederhören.",
    problem: "Entschuldigung, es gab einen Fehler.",
    unavailable: "Diese Nummer nimmt gerade keine Anrufe an. Bitte versuchen Sie es später. Auf Wiederhören.",
    limit: "Dieser Anruf hat seine längste Dauer erreicht. Auf Wiederhören.",
    machine: "Schade, dass wir Sie nicht erreichen. Auf Wiederhören.",
    optedOut: "Wir rufen Sie nicht mehr an. Auf Wiederhören.",
  },
  fr: {
    greeting: "Bonjour, je suis l’assistant IA de {name}. Comment puis-je vous aider ?",
    transfer: "Un instant, je vous transfère.",
    voicemail: "Personne ne peut répondre pour le moment. Laissez un message après le bip.",
    noWords: "Nous n’avons rien entendu. Au revoir.",
    thanks: "Merci. Nous vous rappellerons. Au revoir.",
    problem: "Désolé, une erreur s’est produite.",
    unavailable: "Ce numéro ne prend pas d’appels pour le moment. Réessayez plus tard. Au revoir.",
    limit: "Cet appel a atteint sa durée maximale. Au revoir.",
    machine: "Désolé de vous avoir manqué. Au revoir.",
    optedOut: "Nous ne vous appellerons plus. Au revoir.",
  },
  es: {
    greeting: "Hola, soy el asistente de IA de {name}. ¿En qué puedo ayudar?",
    transfer: "Un momento, le paso con una persona.",
    voicemail: "Nadie puede atender su llamada ahora. Deje un mensaje después de la señal.",
    noWords: "No hemos oído nada. Adiós.",
    thanks: "Gracias. Le contactaremos. Adiós.",
    problem: "Lo siento, algo ha fallado.",
    unavailable: "Este número no atiende llamadas ahora. Inténtelo más tarde. Adiós.",
    limit: "Esta llamada ha alcanzado su duración máxima. Adiós.",
    machine: "Sentimos no encontrarle. Adiós.",
    optedOut: "No volveremos a llamarle. Adiós.",
  },
  pt: {
    greeting: "Olá, sou o assistente de IA de {name}. Como posso ajudar?",
    transfer: "Um momento, vou transferir a chamada.",
    voicemail: "Ninguém pode atender agora. Deixe uma mensagem após o sinal.",
    noWords: "Não ouvimos nada. Adeus.",
    thanks: "Obrigado. Entraremos em contacto. Adeus.",
    problem: "Desculpe, algo correu mal.",
    unavailable: "Este número não atende chamadas agora. Tente mais tarde. Adeus.",
    limit: "Esta chamada atingiu a duração máxima. Adeus.",
    machine: "Lamentamos não o encontrar. Adeus.",
    optedOut: "Não voltaremos a ligar. Adeus.",
  },
  ar: {
    greeting: "مرحبًا، معك مساعد الذكاء الاصطناعي من {name}. كيف يمكنني مساعدتك؟",
    transfer: "لحظة من فضلك، سأحوّلك الآن.",
    voicemail: "لا يمكن لأحد الرد على مكالمتك الآن. اترك رسالة بعد الصافرة.",
    noWords: "لم نسمع شيئًا. مع السلامة.",
    thanks: "شكرًا لك. سنعاود الاتصال بك. مع السلامة.",
    problem: "عذرًا، حدث خطأ ما.",
    unavailable: "لا يستقبل هذا الرقم مكالمات الآن. حاول لاحقًا. مع السلامة.",
    limit: "بلغت هذه المكالمة أقصى مدة. مع السلامة.",
    machine: "نأسف لعدم تمكننا من الوصول إليك. مع السلامة.",
    optedOut: "لن نتصل بك مرة أخرى. مع السلامة.",
  },
};

/** Whole sentences by which somebody asks not to be called again. */
const optOuts: Record<ChatLanguage, RegExp> = {
  en: /^(please )?((stop|don.?t|do not) call(ing)?( me)?|(remove|take) me( off)?( (from )?(the|your) list)?|unsubscribe)( again| any ?more)?( please)?$/i,
  de: /^(bitte )?rufen sie (mich )?(bitte )?(nie wieder|nicht (mehr|wieder)) an$/i,
  fr: /^(s.il vous plaît )?ne m.appelez plus( jamais)?$/i,
  es: /^(por favor )?no me (llamen?|vuelvan? a llamar)( más)?$/i,
  pt: /^(por favor )?não (me )?(liguem?|telefonem?)( mais)?$/i,
  ar: /^(من فضلك )?لا تتصل(وا)? بي( مرة أخرى)?$/,
};

/** How providers name the languages, for hearing and speaking. */
const tags: Record<ChatLanguage, string> = {
  en: "en-US",
  de: "de-DE",
  fr: "fr-FR",
  es: "es-ES",
  pt: "pt-PT",
  ar: "ar-SA",
};

/** What a channel speaks, by its settings. */
export interface PhoneLanguage {
  language: ChatLanguage;
  tag: string;
  words: PhoneWords;
  /** Whether somebody asks not to be called again. */
  isOptOut(text: string): boolean;
}

/** What is said first in a call: what was written for it, else for all of them, else ours. */
export function greetingOf(
  spoken: PhoneLanguage,
  {
    call,
    settings,
    name,
  }: { call: { greeting: string | null }; settings: Readonly<Record<string, string>>; name: string },
): string {
  return (
    call.greeting ?? (settings["greeting"]?.trim() || spoken.words.greeting.replace("{name}", () => name))
  );
}

export function languageOf(settings: Readonly<Record<string, string>>): PhoneLanguage {
  const language = pickLanguage([settings["language"] ?? ""]) ?? "en";
  const isOptOut = (text: string) => optOuts[language].test(text.replace(/[.,!?؟]/g, "").trim());
  return { language, tag: tags[language], words: words[language], isOptOut };
}
