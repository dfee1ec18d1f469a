import { splitTerms } from "../knowledge/retrieval/terms/splitTerms.ts";
import type { AskedFile } from "./askedFile.ts";

/** One message of the conversation so far, oldest first. */
export interface PastMessage {
  role: "user" | "assistant";
  content: string;
  files?: AskedFile[];
  /** Its place in the conversation; absent where only this part of it exists. */
  position?: number;
}

/**
 * Gives the question with what it leaves out: "and how much is it?" means what was asked before. The terms of the
 * visitor's last question that stands for itself are added to one that is short or leans on it; null where nothing is.
 */
export function rewriteQuestion(question: string, history: PastMessage[]): string | null {
  if (!leansBack(question)) return null;
  const asked = history.filter(({ role }) => role === "user").map(({ content }) => content);
  // A chain of short questions ("and to Sweden?", "how long?") goes back to the one that began it.
  const reach = asked.slice(-mostQuestionsBack).reverse();
  const first = reach.findIndex((earlier) => !leansBack(earlier));
  const chain = first < 0 ? reach : reach.slice(0, first + 1);
  const known = new Set(usefulTerms(question));
  const added: string[] = [];
  for (const earlier of chain) {
    for (const word of earlier.slice(0, 500).match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? []) {
      const [term] = usefulTerms(word);
      if (!term || known.has(term)) continue;
      known.add(term);
      added.push(word);
    }
  }
  return added.length === 0 ? null : `${question} ${added.slice(0, mostWordsAdded).join(" ")}`;
}

const mostQuestionsBack = 3;
const mostWordsAdded = 12;
const fewTerms = 2;

function leansBack(question: string): boolean {
  const text = question.trim();
  if (text.length > 120) return false;
  return (
    openings.test(text) ||
    repairs.test(text) ||
    (pronouns.test(text) && usefulTerms(text).length <= fewTerms + 2) ||
    isShort(text)
  );
}

function isShort(text: string): boolean {
  return usefulTerms(text).length < fewTerms && text.length < 40;
}

function usefulTerms(text: string): string[] {
  return splitTerms(text)
    .filter((term) => !term.isCommon)
    .map((term) => term.text);
}

/** How a question begins that continues from the one before, in the languages that the built-in model speaks. */
const openings = begins(
  "and|also|but|what about|how about|what if|same for|" +
    "und|auch|aber|was ist mit|wie ist es mit|et|et pour|mais|aussi|y|también|pero|qué tal|e|anche|ma|en|ook|maar|também|mas|" +
    "ماذا عن|وماذا عن|وكيف|ولكن|لكن|وهل|ول\\p{L}+",
);

/** How somebody says that they were misunderstood: "no, the other one", "I meant the return". */
const repairs = begins(
  "(?:no|nope|sorry|actually)[,.]? (?:i|the|not|that|for)|i (?:mean|meant|was asking about)|not (?:that|this|the)|the other|" +
    "nein[,.]? (?:ich|der|die|das|den|nicht|für)|ich (?:meine|meinte)|nicht (?:das|die|der|den|diese[nrs]?)|(?:der|die|das|den) andere[nr]?|" +
    "non[,.]? (?:je|le|la|l['’]autre|les|pas|pour)|je (?:veux|voulais) dire|je parl(?:e|ais) (?:de|du)|pas (?:ça|celui|celle|le|la)|l['’]autre|" +
    "no[,.]? (?:el|la|los|las|me|para)|quiero decir|quise decir|quería decir|me ref(?:iero|ería) a|(?:el|la) otr[oa]|" +
    "não[,.]? (?:eu|o|a|os|as|para)|quero dizer|quis dizer|eu quis dizer|me refiro a|[oa] outr[oa]|" +
    "لا[،,]? ?(?:أقصد|اقصد|قصدت|ال\\p{L}+)|أقصد|اقصد|قصدت|كنت أقصد|ليس هذا",
);

function begins(list: string): RegExp {
  return new RegExp(`^[\\s¿¡"']*(?:${list})(?![\\p{L}\\p{N}])`, "iu");
}

const pronouns =
  /(^|[^\p{L}])(it|its|they|them|their|that|this|those|these|one|ones|(?<!(?:is|are) )there|then|er|sie|(?<!gibt )es|ihn|ihm|ihr|das|dies|diese|dieser|damit|dafür|dort|dann|danach|il|elle|ils|elles|ça|cela|celui|celle|alors|eso|esto|ello|ellos|ellas|lo|entonces|esso|essa|questo|quello|dit|dat|deze|die|isso|isto|ele|ela|então)(?=$|[^\p{L}])/iu;
