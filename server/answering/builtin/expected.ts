import { readTerms } from "../matching.ts";
import type { Unit } from "../sentences.ts";

/** What an answer to a question mostly contains. */
export interface Expected {
  /** Whether a unit contains it: an amount, a time, an address, steps. */
  isIn(unit: Unit): boolean;
  /** English stems and others of the words that ask for it: what contains it answers them. */
  words: ReadonlySet<string>;
}

/** Gives what an answer to this question mostly contains. */
export function expectIn(question: string): Expected {
  const beginning = question.slice(0, 500);
  const kind = kinds.find(({ asks }) => asks.test(beginning));
  if (kind) return { isIn: ({ text }) => kind.contains.test(text), words: readTerms(kind.words) };
  return { isIn: asksForSteps(beginning) ? announcesSteps : () => false, words: new Set() };
}

/** Whether a message asks how to do something; one that is no question names what somebody wants to do. */
export function asksForSteps(message: string): boolean {
  return asksHow.test(message) || !asksOtherwise.test(message);
}

const asksOtherwise =
  /[?؟]|(?<!\p{L})(?:what|when|where|which|who|why|how|is|are|was|wann|wo|welche[rsmn]?|wer|warum|wie|ist|sind|kann|quand|où|quel|qui|pourquoi|combien|est|cuándo|dónde|cuál|quién|quando|onde|qual|quem|can|do|does)(?!\p{L})/iu;

const asksHow =
  /\bhow (do|can|to|should|would)\b|\bsteps\b|\bwie (kann|muss|soll|mache|geht)|\bcomment\b|\bcómo\b|\bcome (posso|si|faccio)\b|\bhoe (kan|moet|doe)\b|\bcomo\b/i;

function announcesSteps({ kind, text }: Unit): boolean {
  return kind === "item" || text.endsWith(":");
}

const kinds = [
  {
    words: "price cost costs fee charge much expensive preis kosten kostet prix coûte coût precio cuesta",
    asks: /\bhow (much|expensive)\b|\b(price|cost|costs|fee|charge)\b|\bwie ?viel|\b(kostet|kosten|preis)|\bcombien (coûte|ça)|\b(prix|coûte)|\bcuánto cuesta|\bprecio/i,
    contains:
      /[€$£¥]|\d\s?(%|kr|eur|usd|gbp|chf|nok|sek|dkk|pln|euros?|dollars?)\b|\b(free|no charge|kostenlos|gratis|gratuit)/i,
  },
  {
    words: "long soon time hours dauert lange lang öffnungszeiten tiempo",
    asks: /\bhow (long|soon|fast|quickly|late)\b|\b(when|until when)\b|\b(opening|business) (hours|times)|\bwie lange|\bwann\b|öffnungszeit|\bquand\b|\bcombien de temps|\bcuándo|\bcuánto (tiempo|tarda)/i,
    contains:
      /\d\s?(-|–|to|bis|à|a)?\s?\d{0,4}\s?(working |business |calendar )?(minutes?|hours?|days?|weeks?|months?|years?|minuten?|stunden?|tagen?|werktage?n?|wochen?|monate?n?|jahre?n?|heures?|jours?|semaines?|mois|ans?|horas?|días?|semanas?|meses|años?)\b|\d{1,2}[:.]\d{2}|\d\s?(am|pm|uhr|h)\b|\b(mon|tues|wednes|thurs|fri|satur|sun)day|\b(same|next) day|\b(montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo)/i,
  },
  {
    words:
      "contact reach call phone telephone number mail email e-mail address telefon telefonnummer anrufen kontakt teléfono correo téléphone",
    asks: /\b(contact|reach|call|phone|telephone|e-?mail)\b|\b(kontakt|erreiche|anrufen|telefon)|\b(contacter|joindre|téléphone)|\b(contactar|teléfono|correo)/i,
    contains: /\S@\S|\+?\d[\d ()/-]{6,20}\d/,
  },
  {
    words: "address adresse dirección located",
    asks: /\bwhere\b|\baddress\b|\bwo\b|\badresse\b|\boù\b|\bdónde\b|\bdirección\b/i,
    contains:
      /\b(street|st\.|road|avenue|square|city|straße|str\.|platz|rue|place|calle|plaza|located)\b|\b\d{4,5}\s\p{Lu}/iu,
  },
];
