import type { PastMessage } from "../rewrite.ts";

/**
 * Whether the visitor's own words ask for a person, or agree to one that they were asked about. Only their words count:
 * what stands on pages, in files or in results can't hand anybody over.
 */
export function wantsPerson(question: string, history: readonly PastMessage[]): boolean {
  const said = question.slice(0, 2000).toLowerCase().normalize("NFC");
  if (refusals.test(said)) return false;
  if (asksForPerson(said) || onlyPerson.test(said)) return true;
  const last = history.findLast(({ role }) => role === "assistant");
  if (!last || !agreement.test(said)) return false;
  const offer = last.content.toLowerCase().normalize("NFC");
  return /[?؟]/.test(offer) && people.test(offer);
}

/** Words for people who help, in the languages that the chat is spoken in. */
const people = words(
  "human|humans|person|persons|someone|somebody|agent|agents|representative|rep|operator|employee|advisor|adviser|colleague|staff|team|" +
    "mensch|menschen|mitarbeiter|mitarbeiterin|mitarbeitern|berater|beraterin|kollege|kollegen|kollegin|jemand|jemanden|jemandem|kundenservice|kundendienst|" +
    "humain|humaine|personne|quelqu['’]un|conseiller|conseillère|opérateur|équipe|collègue|" +
    "humano|humana|persona|alguien|agente|asesor|asesora|operador|operadora|equipo|compañero|" +
    "umano|umana|qualcuno|operatore|operatrice|consulente|addetto|collega|squadra|" +
    "mens|persoon|medewerker|medewerkster|iemand|collega's|" +
    "pessoa|alguém|atendente|equipe|equipa|funcionário|" +
    "شخص|شخصا|شخصاً|إنسان|انسان|موظف|ممثل|بشري|أحد|احد|الفريق|الدعم",
);

/** Words by which somebody is asked for. */
const asking = words(
  "talk|talking|speak|speaking|chat|connect|transfer|escalate|forward|hand|reach|contact|call|get|need|want|prefer|" +
    "sprechen|reden|verbinden|verbinde|kontaktieren|weiterleiten|chatten|brauche|möchte|will|erreichen|" +
    "parler|discuter|joindre|contacter|transférer|transférez|voudrais|veux|besoin|" +
    "hablar|contactar|comunicar|comunicarme|pasar|páseme|transferir|quiero|necesito|quisiera|" +
    "parlare|contattare|passare|passami|vorrei|voglio|bisogno|" +
    "spreken|praten|doorverbinden|wil|graag|nodig|" +
    "falar|contatar|conversar|quero|preciso|gostaria|" +
    "أتحدث|اتحدث|التحدث|أتكلم|اتكلم|التكلم|أكلم|اكلم|التواصل|أريد|اريد|تحويلي|حولني",
);

const reach = 60;

function asksForPerson(said: string): boolean {
  for (const { index, 0: found } of said.matchAll(new RegExp(asking.source, "gu"))) {
    const near = said.slice(Math.max(0, index - reach), index + found.length + reach);
    if (people.test(near)) return true;
  }
  return false;
}

/** "A human, please!" */
const onlyPerson =
  /^(?:(?:a|an|real|live|human|echte[rn]?|ein(?:en)?|un[ae]?|een|um[a]?)\s+)*(?:human|person|agent|representative|operator|mensch(?:en)?|mitarbeiter(?:in)?|humain|personne|conseiller|humano|persona|agente|umano|operatore|mens|medewerker|pessoa|atendente|موظف|شخص)(?:[\s,]+(?:please|bitte|s'il vous plaît|svp|por favor|per favore|alstublieft|من فضلك|لو سمحت))?[\s.!؟?]*$/u;

const agreement =
  /^[\s"'¡]*(?:yes|yeah|yep|sure|ok|okay|please|please do|go ahead|ja|jap|gern|gerne|klar|bitte|oui|d'accord|volontiers|sí|si|claro|vale|de acuerdo|sì|certo|va bene|graag|prima|sim|نعم|أجل|اجل|حسنا|حسناً|موافق)(?=$|[\s,.!؟?])/u;

/** Who says that they want none gets none. */
const refusals =
  /(?:\b(?:don['’]?t|do not|no|not|never|without|rather not)\b[^.!?]{0,30}\b(?:human|person|agent|someone|representative|operator|team)\b)|(?:\b(?:kein(?:e|en|er)?|nicht|ohne)\b[^.!?]{0,40}(?:mensch|mitarbeiter|person|jemand|berater|sprechen))|(?:\b(?:pas|aucun|aucune|sans)\b[^.!?]{0,30}(?:humain|personne|conseiller|quelqu))|(?:(?<!\p{L})(?:no|sin|non|senza|geen|niet|zonder|não|nao|sem)(?!\p{L})[^.!?]{0,30}(?:humano|persona|agente|alguien|umano|operatore|qualcuno|mens|persoon|medewerker|iemand|pessoa|atendente|alguém))|(?:(?:لا|بدون)[^.!?؟]{0,30}(?:شخص|موظف|أحد|احد))/u;

function words(list: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${list})(?![\\p{L}\\p{N}])`, "u");
}
