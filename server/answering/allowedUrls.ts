import type { FoundPassage } from "../knowledge/retrieve.ts";

/** Gives a test for addresses: those of the found pages, and those that stand in their text or in the agent's instructions. */
export function allowUrls(passages: FoundPassage[], instructions: string): (url: string) => boolean {
  const known = new Set<string>();
  for (const { url } of passages) if (url) known.add(normalise(url));
  for (const text of [instructions, ...passages.map((passage) => passage.text)]) {
    for (const [found] of text.matchAll(/(?:https?:\/\/|www\.)[^\s<>"`\])|]+/gi)) known.add(normalise(found));
  }
  return (url) => known.has(normalise(url));
}

/** Gives what two spellings of one address share; where in the page it points to doesn't matter. */
function normalise(text: string): string {
  const url = URL.parse(/^www\./i.test(text) ? `https://${text}` : text.replace(/[.,;:!?'’”*_~]+$/, ""));
  if (!url || !/^https?:$/.test(url.protocol)) return `not an address: ${text}`;
  return `${url.host}${url.pathname.replace(/\/$/, "")}${url.search}`;
}
