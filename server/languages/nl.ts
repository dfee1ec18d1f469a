import type { SpokenWords } from "./language.ts";

export const nl: SpokenWords = {
  functionWords:
    "de het een en of is zijn ik je jij u wij we mijn uw hun wat hoe wanneer waar wie welke waarom naar van voor met in op aan bij niet geen er hallo bedankt",
  alphabet: "áäèéëïíóöúü",
  answers: {
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
    refusal: "Hierbij kan ik hier niet helpen. Wilt u iets anders weten?",
    person: {
      handsOver: "Ik verbind u door met ons team. Iemand antwoordt u hier.",
      isAway: "Ons team is er nu niet en antwoordt hier zodra het terug is.",
      askEmail: "Laat hier uw e-mailadres achter, dan bereikt het antwoord u in elk geval.",
      hasNone: "Ik kan u hier niet met een medewerker verbinden.",
      ask: "Met een persoon spreken",
    },
    actions: {
      fillIn: "Hiervoor heb ik een paar gegevens nodig. Vul het formulier hieronder in.",
      confirm: "Controleer dit en bevestig het hieronder. Eerder gebeurt er niets.",
      approval: "Ons team bekijkt dit eerst. Hier leest u wat het beslist.",
      page: "Een moment, ik kijk op deze pagina.",
      surface: "Dit werkt alleen in de chat op de website.",
      pageFailed: "De pagina kon dit niet doen. Kan ik nog iets anders voor u doen?",
      signIn: "Log eerst in op deze site. Dan kan ik dit voor u doen.",
      waiting: "Dit wacht al op een beslissing.",
      once: "Dit is al gedaan.",
      done: "Gedaan.",
      failed: "Dat is niet gelukt. Controleer de gegevens of probeer het later opnieuw.",
      nothingFound: "De zoekopdracht heeft niets opgeleverd.",
      declined: "Ons team heeft besloten dit niet te doen.",
      unknown: "Ik weet niet of dit is gedaan. Ons team kijkt ernaar.",
      thanks: "Bedankt, we hebben het ontvangen.",
    },
  },
  signposts: {
    introduction: "in dit artikel|lees (?:meer|ook)|zie ook",
    preparation: "voordat u|vereisten|inleiding|zie ook",
  },
  smallTalk: {
    greeting: "goedemorgen|goedemiddag|goedenavond",
    afterGreeting: "hoe gaat het",
    thanks: "bedankt|dank je|dank u",
    afterThanks: "wel",
    bye: "tot ziens",
    who: "wie ben je",
  },
};
