import type { SiteFacts } from "./SiteFacts.ts";
import { pageText, wordsOf } from "./words.ts";

/** Whether the words of a question are in what was read of the site: at least half of those that mean something. */
export function isAnswered(question: string, site: SiteFacts): boolean {
  const words = wordsOf(question);
  if (words.length === 0) return false;
  const known = new Set(site.pages.flatMap((page) => wordsOf(pageText(page))));
  const found = words.filter((word) => known.has(word)).length;
  return found * 2 >= words.length;
}
