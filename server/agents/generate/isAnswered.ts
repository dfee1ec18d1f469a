import type { SiteFacts } from "./SiteFacts.ts";

/** Words shorter than these hold sentences together. */
const shortestWord = 4;
/** Endings change with number and case; the beginning of a word stays. */
const stem = 5;

/** Whether the words of a question stand in what was read of the site: at least half of those that mean something. */
export function isAnswered(question: string, site: SiteFacts): boolean {
  const words = wordsOf(question);
  if (words.length === 0) return false;
  const known = new Set(
    site.pages.flatMap(({ title, sections }) =>
      wordsOf([title, ...sections.flatMap(({ heading, text }) => [heading, text])].join(" ")),
    ),
  );
  const found = words.filter((word) => known.has(word)).length;
  return found * 2 >= words.length;
}

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [
    ...new Set(words.filter(({ length }) => length >= shortestWord).map((word) => word.slice(0, stem))),
  ];
}
