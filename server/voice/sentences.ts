/** A sentence by its place in a text. */
export interface Sentence {
  from: number;
  to: number;
}

/** A sentence without a word in it, the number of a list for example, is said with the next one. */
const hasWord = /\p{L}{2}|\p{L}\s*$|\p{Nd}.*\p{L}|[\p{L}\p{N}]\p{P}*\s*$/u;
/** Speech begins sooner with the first clause of a long first sentence. */
const longestFirst = 120;

/**
 * Gives the sentences of a text from a place on: of one that is still written those that are surely at their end. A block
 * of code is one, and bold words are never cut in two.
 */
export function listSentences(
  text: string,
  { from, isWhole, language }: { from: number; isWhole: boolean; language: string },
): Sentence[] {
  const found: Sentence[] = [];
  let start = from;
  for (const { from: at, to } of cut(text, from, language)) {
    const isLast = to === text.length;
    if (isLast && !isWhole) break;
    const piece = text.slice(start, to);
    if (!isLast && !isSpeakable(piece)) continue;
    if (piece.trim() !== "") found.push({ from: start, to });
    start = Math.max(to, at);
  }
  const [first] = found;
  if (!first && from === 0 && !isWhole) return firstClause(text);
  return found;
}

function isSpeakable(piece: string): boolean {
  const plain = piece.trim();
  if (/```|~~~/.test(plain)) return true;
  return hasWord.test(plain) && !/^(?:[-*+]|\d+[.)])$/.test(plain);
}

/** The beginning of a long sentence up to where a breath is taken. */
function firstClause(text: string): Sentence[] {
  if (text.length < longestFirst) return [];
  const breath = /[,;:–—،؛]\s/g;
  for (const { index } of text.slice(0, longestFirst).matchAll(breath)) {
    if (index >= longestFirst / 3 && !hasOpenBold(text.slice(0, index + 2)))
      return [{ from: 0, to: index + 2 }];
  }
  return [];
}

function* cut(text: string, from: number, language: string): Generator<Sentence> {
  const segmenter = new Intl.Segmenter(language, { granularity: "sentence" });
  let open: number | null = null;
  let at = from;
  let isCode = false;
  let isBold = false;
  for (const { segment } of segmenter.segment(text.slice(from))) {
    const start: number = open ?? at;
    const end = at + segment.length;
    // Inside a block of code nothing is a sentence, and bold words end at the latest with their paragraph.
    if (isOdd(segment.match(/```|~~~/g))) isCode = !isCode;
    if (segment.trim() === "") isBold = false;
    else if (hasOpenBold(text.slice(Math.max(0, at - 1), end + 1))) isBold = !isBold;
    at = end;
    open = isCode || isBold ? start : null;
    if (open === null) yield { from: start, to: at };
  }
  if (open !== null) yield { from: open, to: at };
}

/** Whether bold words begin or end in a text, and don't do both. */
function hasOpenBold(text: string): boolean {
  return isOdd(text.match(/\*\*(?=\S)|(?<=\S)\*\*/g));
}

function isOdd(found: readonly string[] | null): boolean {
  return (found?.length ?? 0) % 2 === 1;
}
