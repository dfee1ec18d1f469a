import type { PastMessage } from "../rewrite.ts";

/**
 * Whether the visitor's own words ask for a person, or agree to one that they were asked about. Only their words count:
 * what is on pages, in files or in results can't hand anybody over.
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

/**
 * Whether the visitor asks for a person and for nothing else, so that nothing has to be looked up. It takes more than
 * `wantsPerson`: who wants to add a team member, or asks what an agent costs, asks for none.
 */
export function asksOnlyForPerson(question: string, history: readonly PastMessage[]): boolean {
  if (!wantsPerson(question, history)) return false;
  const said = question.slice(0, 2000).toLowerCase().normalize("NFC").trim();
  const words = said.split(/\s+/).length;
  if (words > longestWish) return false;
  if (onlyPerson.test(said)) return true;
  if (asksSomethingElse(said)) return false;
  if (asksForPerson(said)) return wishes.test(said) && !ofTheirOwn.test(said);
  // "Yes, and what does it cost?" continues with something else.
  return words <= longestAgreement && endsInOffer(history);
}

const longestWish = 25;
const longestAgreement = 8;

/** "How long is the warranty? And can I talk to a human?" */
function asksSomethingElse(said: string): boolean {
  const questions = said.match(/[^.!?؟\n]+[?؟]/g) ?? [];
  return questions.some((question) => !people.test(question));
}

/** Whether what was said last ends by asking about a person: one that is named before its question is not agreed to. */
function endsInOffer(history: readonly PastMessage[]): boolean {
  const last = history.findLast(({ role }) => role === "assistant")?.content ?? "";
  const questions = last
    .toLowerCase()
    .normalize("NFC")
    .match(/[^.!?؟\n]+[?؟]/g);
  return people.test(questions?.at(-1) ?? "");
}

/** Verbs of talking with the person they are about, and wishes for nothing but a person. */
const helper =
  "(?:human|humans|person|people|someone|somebody|anyone|agent|representative|rep|operator|employee|advis[oe]r|colleague|staff|team|support|customer service|" +
  "mensch(?:en)?|mitarbeiter(?:in|n)?|berater(?:in)?|kolleg(?:e|en|in)|jemand(?:en|em)?|person|kundenservice|kundendienst|team|support|" +
  "humaine?|personne|quelqu['’]un|conseill(?:er|ère)|agent|opérateur|équipe|" +
  "humano|persona|alguien|agente|asesora?|operadora?|equipo|" +
  "umano|qualcuno|operatore|operatrice|consulente|mens|persoon|medewerker|iemand|" +
  "pessoa|alguém|atendente|equipe|equipa|" +
  "شخص|شخصا|شخصاً|إنسان|انسان|موظف|ممثل|أحد|احد|الفريق|الدعم)";
const talk =
  "(?:talk|talking|speak|speaking|chat|connect|transfer|escalate|hand me over|put me through|forward me|get me|give me|reach|contact|" +
  "parler|discuter|échanger|joindre|contacter|transférer|transférez|mettez|hablar|contactar|comunicar|comunicarme|comuníqueme|pasar|pasarme|páseme|" +
  "parlare|contattare|passare|passami|spreken|praten|doorverbinden|falar|conversar|contatar|passar|transferir|" +
  "أتحدث|اتحدث|التحدث|أتكلم|اتكلم|التكلم|أكلم|اكلم|التواصل|تحويلي|حولني)";
const talkAfter =
  "(?:sprechen|reden|verbinden|verbinde|chatten|telefonieren|erreichen|kontaktieren|weiterleiten|anrufen|zurückrufen|call me|call us|call back|ring me|spreken|praten)";
const wishes = new RegExp(
  `(?<![\\p{L}])(?:${talk}(?![\\p{L}])(?:[\\s,]+[\\p{L}'’-]+){0,5}?[\\s,]+(?:un'|d'|l')?${helper}|${helper}(?:[\\s,]+[\\p{L}'’-]+){0,3}?[\\s,]+${talkAfter}|(?:want|need|prefer|brauche|möchte|will|voudrais|veux|quiero|necesito|quero|preciso|vorrei|wil|أريد|اريد)[\\s,]+(?:a|an|to|einen|eine|ein|un|une|una|uma|um|een|real|live|echten|mit|talk)?[\\s,]*(?:real|live|echten|menschlichen)?[\\s,]*${helper}(?:[\\s,]+(?:please|now|bitte|jetzt|svp|por favor|من فضلك))?[\\s.!?؟]*$)(?![\\p{L}])`,
  "u",
);
/** "How do I chat with my team in the app?" */
const ofTheirOwn =
  /(?<![\p{L}])(?:my|our|mein\p{L}*|unser\p{L}*|mon|ma|mes|notre|mi|mis|nuestr[oa]|meu|minha|noss[oa]|mio|mia)\s+(?:\p{L}+\s+)?(?:agents?|team|staff|colleagues?|employees?|representative|kolleg\p{L}*|mitarbeiter\p{L}*|équipe|collègues?|equipo|compañeros?|equipe|equipa|colegas?)/u;

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
    "sprechen|reden|verbinden|verbinde|kontaktieren|weiterleiten|chatten|anrufen|zurückrufen|brauche|möchte|will|erreichen|" +
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

/** Visitors who decline a person get none. */
const refusals =
  /(?:\b(?:don['’]?t|do not|no|not|never|without|rather not)\b[^.!?]{0,30}\b(?:human|person|agent|someone|representative|operator|team)\b)|(?:\b(?:kein(?:e|en|er)?|nicht|ohne)\b[^.!?]{0,40}(?:mensch|mitarbeiter|person|jemand|berater|sprechen))|(?:\b(?:pas|aucun|aucune|sans)\b[^.!?]{0,30}(?:humain|personne|conseiller|quelqu))|(?:(?<!\p{L})(?:no|sin|non|senza|geen|niet|zonder|não|nao|sem)(?!\p{L})[^.!?]{0,30}(?:humano|persona|agente|alguien|umano|operatore|qualcuno|mens|persoon|medewerker|iemand|pessoa|atendente|alguém))|(?:(?:لا|بدون)[^.!?؟]{0,30}(?:شخص|موظف|أحد|احد))/u;

function words(list: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${list})(?![\\p{L}\\p{N}])`, "u");
}
