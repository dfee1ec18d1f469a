/** Gives a line of Markdown as people read it: without marks, links as their text, pictures left out. */
export function toPlainText(markdown: string): string {
  return markdown
    .replace(/^ {0,3}(?:>[ \t]?|#{1,6}[ \t]+)+/gm, "")
    .replace(pictures, "")
    .replace(/\[([^\]]{0,500})\]\([^)\s]{0,2000}(?:\s"[^"]{0,300}")?\)/g, "$1")
    .replace(/<br\s*\/?>/gi, " ")
    .replace(/<\/?[a-z][^<>]{0,300}>|<!--[^>]{0,300}-->/gi, "")
    .replace(/&(?:nbsp|amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s?\{[:#.][^{}\s]{1,100}\}/g, "")
    .replace(/(`{1,4})([^`]{1,500})\1/g, "$2")
    .replace(/(\*\*|__|~~)(?=\S)([^\n]{1,500}?\S)\1/g, "$2")
    .replace(/(^|[\s(])[*_](?=\S)([^\n*_]{1,300})[*_](?=$|[\s).,;:!?])/g, "$1$2")
    .replace(/\\([\\`*_{}[\]()#+\-.!|<>~])/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}

/** With a title or spaces in its address, too, and by the name of a definition elsewhere. */
const pictures = /!\[[^\]]{0,1000}\](?:\((?:[^()\n]|\([^()\n]{0,500}\)){0,2000}\)|\[[^\]\n]{0,200}\])/g;

const entities: Record<string, string> = {
  "&nbsp;": " ",
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

/** Gives the beginning of a text, cut at a word where that is near the end. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1);
  const space = cut.lastIndexOf(" ");
  const kept = (space > most * 0.6 ? cut.slice(0, space) : cut).toWellFormed().replace(/\ufffd$/, "");
  // A number without its unit says something else.
  return `${kept.replace(/\s+[\d.,:/–-]+\s*$/, "").trimEnd()}…`;
}
