import type { FoundPassage } from "../knowledge/retrieve.ts";

/**
 * Gives a test for addresses: those of the found pages, and those that stand in their text or in the agent's instructions.
 * Passages that are added later count from then on.
 */
export function allowUrls(passages: readonly FoundPassage[], instructions: string): (url: string) => boolean {
  const known = new Set<string>();
  let read = 0;
  addUrls(known, instructions);
  return (url) => {
    for (const { url: own, text } of passages.slice(read)) {
      if (own) known.add(normalise(own));
      addUrls(known, text);
    }
    read = passages.length;
    return known.has(normalise(url));
  };
}

function addUrls(known: Set<string>, text: string): void {
  for (const [found] of text.matchAll(/(?:https?:\/\/|www\.)[^\s<>"`\])|]+/gi)) known.add(normalise(found));
}

/** Gives what two spellings of one address share; where in the page it points to doesn't matter. */
function normalise(text: string): string {
  const url = URL.parse(/^www\./i.test(text) ? `https://${text}` : text.replace(/[.,;:!?'’”*_~]+$/, ""));
  if (!url || !/^https?:$/.test(url.protocol)) return `not an address: ${text}`;
  return `${url.host}${url.pathname.replace(/\/$/, "")}${url.search}`;
}
