import type { SpokenWords } from "./language.ts";

export const it: SpokenWords = {
  functionWords:
    "il lo la i gli le un uno una di del della dei e o è sono io tu lei noi mio mia miei suo sua che chi cosa come quando dove quale quali perché per con in a al non si c'è ciao grazie quanto",
  alphabet: "àèéìíîòóùú",
  answers: {
    hello: (name) => `Ciao! Sono ${name}. Che cosa desidera sapere?`,
    thanks: "Prego! Desidera sapere altro?",
    bye: "Arrivederci! Torni quando ha una domanda.",
    whoAmI: (name) =>
      `Sono ${name}, un assistente automatico. Rispondo citando le pagine che conosco e dico dove si trova ogni citazione.`,
    from: (place) => `Da ${place}:`,
    notFound: "Non ho trovato una risposta nelle pagine che conosco.",
    closest: (place) => `La cosa più vicina è ${place}, che forse non risponde alla domanda.`,
    about: (heading) => `Che cosa vale per «${heading}»?`,
    refusal: "Non posso aiutarla su questo tema qui. Desidera sapere altro?",
    person: {
      handsOver: "La metto in contatto con il nostro team. Qualcuno le risponderà qui.",
      isAway: "Il nostro team ora non c'è e risponderà qui al suo ritorno.",
      askEmail: "Lasci qui il suo indirizzo e-mail e la risposta le arriverà in ogni caso.",
      hasNone: "Qui non posso metterla in contatto con una persona.",
      ask: "Parlare con una persona",
    },
    actions: {
      fillIn: "Per questo mi servono alcuni dati. Compili il modulo qui sotto.",
      confirm: "Controlli e confermi qui sotto. Prima non viene fatto nulla.",
      approval: "Il nostro team lo esamina prima. Qui leggerà che cosa decide.",
      page: "Un momento, guardo su questa pagina.",
      surface: "Funziona solo nella chat del sito web.",
      pageFailed: "La pagina non è riuscita a farlo. Posso aiutarla in altro?",
      signIn: "Acceda prima a questo sito. Poi potrò farlo per lei.",
      waiting: "È già in attesa di una decisione.",
      once: "È già stato fatto.",
      done: "Fatto.",
      failed: "Non ha funzionato. Controlli i dati o riprovi più tardi.",
      nothingFound: "La ricerca non ha trovato nulla.",
      declined: "Il nostro team ha deciso di non farlo.",
      unknown: "Non so dire se sia stato fatto. Il nostro team se ne occupa.",
      thanks: "Grazie, lo abbiamo ricevuto.",
    },
  },
  signposts: {
    introduction: "in questo articolo|scopri|leggi",
    preparation: "prima di|requisiti|introduzione|vedi anche",
  },
  smallTalk: {
    greeting: "ciao|salve|buon ?giorno|buona ?sera",
    afterGreeting: "come va",
    thanks: "grazie",
    afterThanks: "mille",
    bye: "arrivederci",
    who: "chi sei",
  },
};
