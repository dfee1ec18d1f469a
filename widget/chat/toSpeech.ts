import { withoutCitations } from "../../shared/domain/citations.ts";

/** A screen reader is interrupted between chunks only, so they are not long. */
const maxChunk = 240;

/** Gives Markdown as it is spoken, in chunks of whole sentences: its words, without signs, addresses and numbers of sources. */
export function toSpeech(markdown: string): string[] {
  const text = withoutCitations(markdown)
    .replace(/^ {0,3}(```|~~~).*$/gm, "")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^\s{0,3}(#{1,6}|>|[-*+]|\d+[.)])\s+/gm, "")
    .replace(/\\([^\w\s])|[*_`~|]+/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
  return text === "" ? [] : joinSentences(text.split(/(?<=[.!?…。！？؟])\s+/));
}

function joinSentences(sentences: string[]): string[] {
  const chunks: string[] = [];
  for (const sentence of sentences) {
    const last = chunks.at(-1);
    if (last === undefined || last.length + sentence.length >= maxChunk) chunks.push(sentence);
    else chunks[chunks.length - 1] = `${last} ${sentence}`;
  }
  return chunks;
}
