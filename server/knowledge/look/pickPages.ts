import { keyOf, parseAddress, siteOf } from "../crawl/addresses.ts";
import { leadsToMedia } from "../crawl/contentKind.ts";

/** Pages that say nothing of what a site is about. */
const aside =
  /(^|[/_-])(log-?in|sign-?(in|up)|register|account|konto|cart|warenkorb|checkout|basket|search|suche|privacy|datenschutz|cookies?|terms|agb|imprint|impressum|legal|feed|rss|wp-(admin|json)|share|print|tags?|cdn-cgi)([/_.-]|$)/i;

/** Pages on which a site answers what its visitors ask. */
const answersQuestions =
  /(^|[/_-])(faqs?|q-?and-?a|questions?|help|support|h(ae|ä)ufige-fragen|fragen|hilfe|aide|preguntas|ayuda|perguntas|ajuda|domande)([/_.-]|$)/i;

/**
 * Picks the pages to read beside the front page: one with questions and answers first, then the nearest of the same site, in
 * the order in which it names them.
 */
export function pickPages(links: readonly string[], frontUrl: string, most: number): string[] {
  const front = new URL(frontUrl);
  const found = new Map<string, URL>();
  for (const link of links) {
    const url = parseAddress(link, frontUrl);
    if (!url || siteOf(url) !== siteOf(front) || url.search !== "") continue;
    if (leadsToMedia(url) || /\.(pdf|docx?)$/i.test(url.pathname) || aside.test(url.pathname)) continue;
    const key = keyOf(url);
    if (key !== keyOf(front) && !found.has(key)) found.set(key, url);
  }
  // Sorting is stable: pages as deep as each other stay as the site orders them.
  return [...found.values()]
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .slice(0, most)
    .map(({ href }) => href);
}

function placeOf({ pathname }: URL): number {
  const depth = pathname.split("/").filter(Boolean).length;
  return answersQuestions.test(safeDecode(pathname)) ? depth - 100 : depth;
}

function safeDecode(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
