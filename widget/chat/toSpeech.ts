/** Gives Markdown as it is spoken: its words, without signs, addresses and the numbers of sources. */
export function toSpeech(markdown: string): string {
  return markdown
    .replace(/^ {0,3}(```|~~~).*$/gm, "")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\s*\[\d+\]/g, "")
    .replace(/^\s{0,3}(#{1,6}|>|[-*+]|\d+[.)])\s+/gm, "")
    .replace(/[*_`~|]+/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
