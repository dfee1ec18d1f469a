/** What a rule of guidance is about; for the team's own order. */
export const guidanceCategories = ["style", "clarification", "handover", "other"] as const;
/** For whom a rule holds: everybody, people whose identity the site signed, or the others. */
export const audiences = ["everyone", "verified", "unverified"] as const;

/** When a rule holds. Of each list one has to fit; an empty list fits always. */
export interface GuidanceConditions {
  /** Words or phrases of the visitor's message; one that ends in `*` is the beginning of a word. */
  words: string[];
  /** Parts of the page's address, with `*` for anything. */
  pages: string[];
  audience: (typeof audiences)[number];
}

/** What the model is told for some messages and not for others. */
export interface GuidanceRule {
  title: string;
  category: (typeof guidanceCategories)[number];
  text: string;
  isEnabled: boolean;
  when: GuidanceConditions;
}

/** Something that the agent does not talk about, by the words that tell it. */
export interface BlockedTopic {
  name: string;
  words: string[];
}

/** What the conditions look at. */
export interface AskedAbout {
  question: string;
  pageUrl: string | null;
  isVerified: boolean;
}

/** Gives the rules that hold for a message, in their order. */
export function matchGuidance<Rule extends GuidanceRule>(rules: readonly Rule[], asked: AskedAbout): Rule[] {
  return rules.filter(({ isEnabled, when }) => isEnabled && holds(when, asked));
}

/** Gives the first topic whose words are in a message. */
export function findBlockedTopic<Topic extends BlockedTopic>(
  topics: readonly Topic[],
  question: string,
): Topic | undefined {
  return topics.find(({ words }) => words.some((word) => hasWord(question, word)));
}

function holds({ words, pages, audience }: GuidanceConditions, asked: AskedAbout): boolean {
  const { question, pageUrl, isVerified } = asked;
  if (audience !== "everyone" && isVerified !== (audience === "verified")) return false;
  if (words.length > 0 && !words.some((word) => hasWord(question, word))) return false;
  return pages.length === 0 || (pageUrl !== null && pages.some((part) => fitsPage(pageUrl, part)));
}

/** Whether a word or phrase is in a text, whatever its case and accents' spelling. */
function hasWord(text: string, word: string): boolean {
  const isBeginning = word.trim().endsWith("*");
  const wanted = fold(isBeginning ? word.trim().slice(0, -1) : word).trim();
  if (wanted === "") return false;
  const folded = fold(text);
  // Scripts that write no spaces between words have no edges to look for.
  const hasEdges = !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(wanted);
  for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + 1)) {
    if (!hasEdges) return true;
    const end = at + wanted.length;
    if (!isLetter(folded, at - 1) && (isBeginning || !isLetter(folded, end))) return true;
  }
  return false;
}

function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ");
}

function isLetter(text: string, at: number): boolean {
  return /[\p{L}\p{N}]/u.test(text[at] ?? "");
}

/** The parts between the stars have to follow each other in the address. */
function fitsPage(url: string, pattern: string): boolean {
  const address = url.toLowerCase();
  let at = 0;
  for (const part of pattern.trim().toLowerCase().split("*")) {
    const found = address.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return true;
}
