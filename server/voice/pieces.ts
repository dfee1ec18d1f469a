import type { Sentence } from "./sentences.ts";

/**
 * Gives what can be said of a text from a place on before the rest is there: whole words, and no mark of Markdown cut in two.
 * Nothing where the next word is not whole yet.
 */
export function listPieces(text: string, { from, isWhole }: { from: number; isWhole: boolean }): Sentence[] {
  const rest = text.slice(from);
  const to = isWhole ? rest.length : findCut(rest);
  return rest.slice(0, to).trim() === "" ? [] : [{ from, to: from + to }];
}

/** The end of the last word behind which nothing is open; 0 where there is none. */
function findCut(rest: string): number {
  const gaps = [...rest.matchAll(/\S(\s+)/g)];
  for (const { 0: gap, index } of gaps.reverse()) {
    const to = index + gap.length;
    if (isClosed(rest.slice(0, to))) return to;
  }
  return 0;
}

const openEnds = [
  // A link without its address, or an address that may go on.
  /\[[^\]]*$/,
  /\]\([^)]*$/,
  // A row of a table, the sign of a list, and emphasis.
  /(?:^|\n)[ \t]*\|[^\n]*$/,
  /(?:^|\n)[ \t]*(?:[-*+]|#{1,6}|\d+[.)])[ \t]*$/,
  /(?:^|\s)[*_](?=[^\s*_])[^*_\n]*$/,
];

function isClosed(piece: string): boolean {
  const isEven = (mark: RegExp) => (piece.match(mark)?.length ?? 0) % 2 === 0;
  if (!isEven(/```|~~~/g)) return false;
  if (!isEven(/\*\*(?=\S)|(?<=\S)\*\*/g) || !isEven(/(?<!`)`(?!`)/g)) return false;
  return !openEnds.some((end) => end.test(piece));
}

/** Gives a piece with a pause where a line ends without a sign: a heading, or an item of a list. */
export function pauseAtLines(piece: string): string {
  return piece.replace(/([\p{L}\p{N})\]"'”’*_`])([ \t]*\n)/gu, "$1,$2");
}
