import type { SitePage } from "./SiteFacts.ts";

/** Words shorter than these hold sentences together. */
const shortestWord = 4;
/** Endings change with number and case; the beginning of a word stays. */
const stem = 5;

/** All that a page says. */
export function pageText({ title, sections }: SitePage): string {
  return [title, ...sections.flatMap(({ heading, text }) => [heading, text])].join(" ");
}

/** Gives the beginnings of a text's words that mean something, each once. */
export function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [
    ...new Set(words.filter(({ length }) => length >= shortestWord).map((word) => word.slice(0, stem))),
  ];
}
