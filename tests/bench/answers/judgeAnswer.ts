import type { Citation } from "../../../shared/contract/conversations/conversations.ts";
import { languages } from "../../../server/languages/languages.ts";
import type { BenchQuestion } from "./readFolder.ts";

/** What an answer is worth. */
export interface Judged {
  verdict: "complete" | "partly" | "wrong" | "falseSilence" | "refused" | "answeredNone";
  /** Whether the first quote is from a page that answers; null for a refusal. */
  isFirstQuoteRight: boolean | null;
  /** Quotes after the first that neither are from such a page nor say what a good answer says. */
  extraQuotes: number;
  /** Lists of which the answer shows a part without saying so. */
  cutLists: number;
}

interface Answered {
  question: BenchQuestion;
  /** As Markdown. */
  text: string;
  citations: readonly Citation[];
  /** The items of each list on the pages that it cites, as `readLists` gives them. */
  lists: readonly (readonly string[])[];
}

/** Compares an answer with what its question expects. */
export function judgeAnswer({ question, text, citations, lists }: Answered): Judged {
  const shown = text.replace(/\\(?=[^\p{L}\p{N}\s])/gu, "");
  const isRefusal = citations.length === 0 || refusals.some((refusal) => shown.startsWith(refusal));
  const cutLists = countCut(shown, lists);
  if (isRefusal || question.expect === "none") {
    const verdict = question.expect === "answer" ? "falseSilence" : isRefusal ? "refused" : "answeredNone";
    return { verdict, isFirstQuoteRight: null, extraQuotes: 0, cutLists };
  }
  const matched = question.must.filter((must) => must.test(shown)).length;
  const verdict = matched === question.must.length ? "complete" : matched > 0 ? "partly" : "wrong";
  const [first, ...further] = splitQuotes(shown, citations);
  const isFromPage = ({ title }: Quoted) => question.pages.some((page) => page.test(title));
  const isGood = (quoted: Quoted) =>
    isFromPage(quoted) || question.must.some((must) => must.test(quoted.text));
  return {
    verdict,
    isFirstQuoteRight: first !== undefined && isFromPage(first),
    extraQuotes: further.filter((quoted) => !isGood(quoted)).length,
    cutLists,
  };
}

const refusals = Object.values(languages).map(({ answers }) => answers.notFound);

interface Quoted {
  title: string;
  text: string;
}

/** Gives what stands before each citation, back to the one before it. */
function splitQuotes(text: string, citations: readonly Citation[]): Quoted[] {
  let from = 0;
  return citations.map(({ number, title }) => {
    const at = text.indexOf(`[${number}]`, from);
    const end = at < 0 ? text.length : at;
    const quoted = { title, text: text.slice(from, end) };
    from = end;
    return quoted;
  });
}

/** Gives the lists of a Markdown text, each as its items without marks. */
export function readLists(markdown: string): string[][] {
  const lists: string[][] = [];
  let list: string[] | null = null;
  for (const line of markdown.split("\n")) {
    const item = listItem.exec(line)?.[1];
    if (item !== undefined) {
      if (!list) lists.push((list = []));
      list.push(normalize(item));
    } else if (line.trim() !== "" && !/^\s/.test(line)) list = null;
  }
  return lists.filter(({ length }) => length >= shortestList);
}

const listItem = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(.*)$/;
const shortestList = 3;
/** This many items of one list show that the list is meant, and not one point of it. */
const fewestShown = 3;

/**
 * A list is cut where items of it follow the last that a quote shows, and no ellipsis stands there. Pages repeat items: what
 * another list has to its end is not cut.
 */
function countCut(text: string, lists: readonly (readonly string[])[]): number {
  return splitRegions(text).filter((lines) => {
    const shown = lines.map((line) => normalize(listItem.exec(line)?.[1] ?? ""));
    const meant = lists.filter((items) => items.filter((item) => shown.includes(item)).length >= fewestShown);
    const cut = meant.filter((items) => {
      const last = items.findLastIndex((item) => shown.includes(item));
      const goesOn = lines.slice(shown.lastIndexOf(items[last] ?? ""));
      return last < items.length - 1 && !goesOn.some((line) => ellipsis.test(line));
    });
    const ends = (items: readonly string[]) => items.filter((item) => shown.includes(item));
    const whole = new Set(meant.filter((items) => !cut.includes(items)).flatMap(ends));
    return cut.some((items) => ends(items).some((item) => !whole.has(item)));
  }).length;
}

const ellipsis = /^\s*(?:[-*]\s*|\d+\.\s*)?…|^\|\s*…/;

/** Gives the lines of each quote. */
function splitRegions(text: string): string[][] {
  const regions: string[][] = [[]];
  for (const line of text.split("\n")) {
    if (line.startsWith(">")) regions.at(-1)?.push(line.replace(/^>\s?/, ""));
    else if (line.trim() !== "") regions.push([]);
  }
  return regions;
}

function normalize(text: string): string {
  return text
    .replace(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/<[^>]*>|\[\d+\]\s*$/g, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .slice(0, mostCompared);
}

/** Lines that go on with an item are shown behind it. */
const mostCompared = 25;
