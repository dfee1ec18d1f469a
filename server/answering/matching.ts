import { splitTerms } from "../knowledge/retrieval/terms/splitTerms.ts";
import { functionWords, guessLanguage } from "./functionWords.ts";

/** The terms of a question, each once, with how much it says: a word of the asking itself says little. */
export interface AskedTerm {
  text: string;
  weight: number;
}

/** Gives the terms that an answer should speak of. */
export function readAskedTerms(question: string): AskedTerm[] {
  const all = splitTerms(question.slice(0, 2000));
  const holding = holdingTerms[guessLanguage(question)];
  const useful = all.filter((term) => !term.isCommon && !holding.has(term.text));
  const texts = new Set((useful.length > 0 ? useful : all).map(({ text }) => text));
  return [...texts].slice(0, 40).map((text) => ({ text, weight: fillers.has(text) ? fillerWeight : 1 }));
}

/** Gives a text's terms as a set, for `matchTerm`. */
export function readTerms(text: string): Set<string> {
  return new Set(splitTerms(text).map((term) => term.text));
}

/** Gives how well a text speaks of a term: 1 for the word itself, less for a compound of it or another word for it. */
export function matchTerm(term: string, terms: Set<string>): number {
  if (terms.has(term)) return 1;
  for (const other of synonyms.get(term) ?? []) if (terms.has(other)) return otherWord;
  if (term.length < shortestPart) return 0;
  const { byStart, byEnd } = endsOf(terms);
  const isPart = [
    ...(byStart.get(startOf(term)) ?? []).map((other) => other.startsWith(term) || term.startsWith(other)),
    ...(byEnd.get(endOf(term)) ?? []).map((other) => other.endsWith(term) || term.endsWith(other)),
  ];
  return isPart.includes(true) ? otherWord : 0;
}

/** Whether a text has the term, its compound, another word for it, or its beginning in another form. */
export function holdsTerm(term: string, terms: Set<string>): boolean {
  if (matchTerm(term, terms) > 0) return true;
  // English endings alone are taken off here: "lámpara" and "lámparas" have the same beginning.
  if (term.length <= shortestPart) return false;
  const stem = term.slice(0, Math.max(shortestPart, term.length - 3));
  return (
    endsOf(terms)
      .byStart.get(startOf(term))
      ?.some((other) => other.startsWith(stem)) ?? false
  );
}

interface Ends {
  byStart: Map<string, string[]>;
  byEnd: Map<string, string[]>;
}

/** A long text has many terms, of which only those that begin or end alike need to be looked at. */
const ends = new WeakMap<Set<string>, Ends>();

function endsOf(terms: Set<string>): Ends {
  const known = ends.get(terms);
  if (known) return known;
  const long = [...terms].filter(({ length }) => length >= shortestPart);
  const made = { byStart: Map.groupBy(long, startOf), byEnd: Map.groupBy(long, endOf) };
  ends.set(terms, made);
  return made;
}

function startOf(term: string): string {
  return term.slice(0, shortestPart);
}

function endOf(term: string): string {
  return term.slice(-shortestPart);
}

const fillerWeight = 0.25;
const otherWord = 0.7;
/** German writes "Versandkosten" for what English writes in two words; shorter parts meet by chance. */
const shortestPart = 5;

const fillers = new Set(
  (
    "tell know want need would like get give have can could please help explain show find look see much many long " +
    "time work thing way use make do take say mean question answer information info detail anything something " +
    "someone able possible happen kind sort let also still ever exactly actually generally usually normally method " +
    "option accept available offer provide " +
    "wissen möchte will brauche bitte kann können gibt sagen erklären zeigen finden viel viele lange machen geht " +
    "bekomme veux voudrais savoir peux pouvez combien comment faire avoir dire expliquer montrer trouver quiero " +
    "puedo necesito saber decir cuánto cuántos hacer tener voglio posso sapere quanto fare avere wil kan weten hoeveel"
  )
    .split(" ")
    .flatMap((word) => [...readTerms(word)]),
);

/** Questions are read here by English words; their other small words are told from those that say something. */
const holdingTerms = Object.fromEntries(
  Object.entries(functionWords).map(([language, words]) => [language, readTerms([...words].join(" "))]),
) as Record<keyof typeof functionWords, Set<string>>; // the same keys

/** Words that customers and help pages use for the same. */
const synonymGroups = [
  "price cost fee charge pricing rate",
  "ship shipping deliver delivery dispatch postage courier",
  "return refund reimburse exchange",
  "phone call telephone hotline",
  "email mail e-mail",
  "hours open opening",
  "pay payment",
  "buy purchase order",
  "cancel terminate unsubscribe end",
  "warranty guarantee",
  "contact reach support helpdesk",
  "repair fix service mend",
  "broken damaged defective faulty",
  "sign login log",
  "job career vacancy hiring",
  "location address store shop",
  "preis kosten gebühr kostet",
  "versand lieferung liefern lieferzeit zustellung",
  "rückgabe rücksendung umtausch zurückgeben zurückschicken retoure erstattung",
  "öffnungszeiten geöffnet öffnen offen",
  "bezahlen zahlung zahlen",
  "kündigen kündigung stornieren",
  "prix coût tarif frais coûte",
  "livraison livrer expédition",
  "retour retourner remboursement rembourser",
  "precio coste costo tarifa cuesta",
  "envío entrega enviar",
  "devolución devolver reembolso",
];

const synonyms = new Map<string, string[]>();
for (const group of synonymGroups) {
  const terms = [...readTerms(group)];
  for (const term of terms) synonyms.set(term, [...(synonyms.get(term) ?? []), ...terms]);
}
