import type { SpokenLanguage } from "../functionWords.ts";

/** The built-in model's own sentences. `from` stands before a quote, `closest` after `notFound`, before a page's name. */
export interface Words {
  hello: (name: string) => string;
  thanks: string;
  bye: string;
  whoAmI: (name: string) => string;
  from: (place: string) => string;
  notFound: string;
  closest: (place: string) => string;
  /** A question that a heading stands for. */
  about: (heading: string) => string;
}

export const words: Record<SpokenLanguage, Words> = {
  en: {
    hello: (name) => `Hello! I'm ${name}. What would you like to know?`,
    thanks: "You're welcome! Is there anything else you would like to know?",
    bye: "Goodbye! Come back whenever you have a question.",
    whoAmI: (name) =>
      `I'm ${name}, an automated assistant. I answer by quoting the pages I know and say where each quote stands.`,
    from: (place) => `From ${place}:`,
    notFound: "I did not find an answer to this in the pages I know.",
    closest: (place) => `The closest I have is ${place}, which may not answer it.`,
    about: (heading) => `What about “${heading}”?`,
  },
  de: {
    hello: (name) => `Hallo! Ich bin ${name}. Was möchten Sie wissen?`,
    thanks: "Gern geschehen! Möchten Sie noch etwas wissen?",
    bye: "Auf Wiedersehen! Kommen Sie gern wieder, wenn Sie eine Frage haben.",
    whoAmI: (name) =>
      `Ich bin ${name}, ein automatischer Assistent. Ich antworte mit Zitaten aus den Seiten, die ich kenne, und sage, wo sie stehen.`,
    from: (place) => `Aus ${place}:`,
    notFound: "Dazu habe ich in den Seiten, die ich kenne, keine Antwort gefunden.",
    closest: (place) => `Am nächsten kommt ${place}, vielleicht beantwortet es die Frage aber nicht.`,
    about: (heading) => `Was gilt zu „${heading}“?`,
  },
  fr: {
    hello: (name) => `Bonjour ! Je suis ${name}. Que souhaitez-vous savoir ?`,
    thanks: "Avec plaisir ! Souhaitez-vous savoir autre chose ?",
    bye: "Au revoir ! Revenez quand vous avez une question.",
    whoAmI: (name) =>
      `Je suis ${name}, un assistant automatique. Je réponds en citant les pages que je connais, avec leur source.`,
    from: (place) => `Extrait de ${place} :`,
    notFound: "Je n'ai pas trouvé de réponse à cela dans les pages que je connais.",
    closest: (place) => `Le plus proche est ${place}, qui n'y répond peut-être pas.`,
    about: (heading) => `Qu'en est-il de « ${heading} » ?`,
  },
  es: {
    hello: (name) => `¡Hola! Soy ${name}. ¿Qué le gustaría saber?`,
    thanks: "¡De nada! ¿Quiere saber algo más?",
    bye: "¡Hasta luego! Vuelva cuando tenga una pregunta.",
    whoAmI: (name) =>
      `Soy ${name}, un asistente automático. Respondo citando las páginas que conozco e indico de dónde viene cada cita.`,
    from: (place) => `De ${place}:`,
    notFound: "No he encontrado una respuesta en las páginas que conozco.",
    closest: (place) => `Lo más cercano es ${place}, aunque quizá no responda a la pregunta.`,
    about: (heading) => `¿Qué hay de «${heading}»?`,
  },
  it: {
    hello: (name) => `Ciao! Sono ${name}. Che cosa desidera sapere?`,
    thanks: "Prego! Desidera sapere altro?",
    bye: "Arrivederci! Torni quando ha una domanda.",
    whoAmI: (name) =>
      `Sono ${name}, un assistente automatico. Rispondo citando le pagine che conosco e dico dove si trova ogni citazione.`,
    from: (place) => `Da ${place}:`,
    notFound: "Non ho trovato una risposta nelle pagine che conosco.",
    closest: (place) => `La cosa più vicina è ${place}, che forse non risponde alla domanda.`,
    about: (heading) => `Che cosa vale per «${heading}»?`,
  },
  nl: {
    hello: (name) => `Hallo! Ik ben ${name}. Wat wilt u weten?`,
    thanks: "Graag gedaan! Wilt u nog iets weten?",
    bye: "Tot ziens! Kom gerust terug met een vraag.",
    whoAmI: (name) =>
      `Ik ben ${name}, een automatische assistent. Ik antwoord met citaten uit de pagina's die ik ken en zeg waar ze staan.`,
    from: (place) => `Uit ${place}:`,
    notFound: "Ik heb hierop geen antwoord gevonden in de pagina's die ik ken.",
    closest: (place) =>
      `Het dichtst in de buurt komt ${place}, maar misschien beantwoordt dat de vraag niet.`,
    about: (heading) => `Hoe zit het met “${heading}”?`,
  },
  pt: {
    hello: (name) => `Olá! Sou ${name}. O que gostaria de saber?`,
    thanks: "De nada! Gostaria de saber mais alguma coisa?",
    bye: "Até logo! Volte quando tiver uma pergunta.",
    whoAmI: (name) =>
      `Sou ${name}, um assistente automático. Respondo citando as páginas que conheço e digo onde está cada citação.`,
    from: (place) => `De ${place}:`,
    notFound: "Não encontrei uma resposta nas páginas que conheço.",
    closest: (place) => `O mais próximo é ${place}, que talvez não responda à pergunta.`,
    about: (heading) => `E quanto a “${heading}”?`,
  },
  ar: {
    hello: (name) => `مرحبًا! أنا ${name}. ماذا تودّ أن تعرف؟`,
    thanks: "على الرحب والسعة! هل تودّ معرفة شيء آخر؟",
    bye: "إلى اللقاء! يسعدنا أن تعود متى كان لديك سؤال.",
    whoAmI: (name) => `أنا ${name}، مساعد آلي. أجيب باقتباسات من الصفحات التي أعرفها وأذكر مصدر كل اقتباس.`,
    from: (place) => `من ${place}:`,
    notFound: "لم أجد إجابة عن هذا في الصفحات التي أعرفها.",
    closest: (place) => `أقرب ما لديّ هو ${place}، وقد لا يجيب عن السؤال.`,
    about: (heading) => `ماذا عن «${heading}»؟`,
  },
};
