import type { JudgedText } from "./findUnseen.ts";
import { apply } from "./geometry.ts";
import { isTextItem } from "./readItems.ts";
import type { TextItem } from "./readItems.ts";

/**
 * Gives the pieces of a page in which words that were set with wide gaps between their letters (W A R R A N T Y) are words:
 * pdf.js takes each gap for a space. Where words end tells the width of the gaps.
 */
export function joinSpaced(items: readonly object[], texts: readonly JudgedText[]): readonly object[] {
  const lines = splitLines(items);
  if (!lines.some(isSpaced)) return items;
  return lines.flatMap((line) => {
    const words = isSpaced(line) ? readWords(line, texts) : undefined;
    const first = line.find((item): item is TextItem => isTextItem(item) && item.str.trim() !== "");
    const last = line.findLast((item): item is TextItem => isTextItem(item) && item.str.trim() !== "");
    if (!words || !first || !last) return line;
    const width = (last.transform[4] ?? 0) + last.width - (first.transform[4] ?? 0);
    return [{ ...first, str: words, width, hasEOL: hasEnd(line) }];
  });
}

function splitLines(items: readonly object[]): object[][] {
  const lines: object[][] = [[]];
  for (const item of items) {
    lines.at(-1)?.push(item);
    if (isTextItem(item) && item.hasEOL) lines.push([]);
  }
  return lines.filter((line) => line.length > 0);
}

function hasEnd(line: readonly object[]): boolean {
  const last = line.at(-1);
  return last !== undefined && isTextItem(last) && last.hasEOL;
}

const fewestLetters = 5;

/** Nearly all of a line are letters that stand alone. */
function isSpaced(line: readonly object[]): boolean {
  const text = line.map((item) => (isTextItem(item) ? item.str : "")).join(" ");
  if (/[\u0590-\u08ff]/.test(text)) return false;
  const parts = text.split(/\s+/).filter(Boolean);
  const single = parts.filter((part) => [...part].length === 1);
  const letters = single.filter((part) => /\p{L}/u.test(part));
  return letters.length >= fewestLetters && single.length >= parts.length * 0.8;
}

interface Letter {
  text: string;
  from: number;
  to: number;
}

/** Gaps within words are about as wide as each other; one that is clearly wider parts two words. */
function readWords(line: readonly object[], texts: readonly JudgedText[]): string | undefined {
  const pieces = line.filter((item): item is TextItem => isTextItem(item) && item.str.trim() !== "");
  const letters = listLetters(pieces, texts);
  const gaps = letters.slice(1).map((letter, at) => letter.from - (letters[at]?.to ?? 0));
  const usual = gaps.toSorted((one, other) => one - other)[Math.floor((gaps.length - 1) / 2)];
  const size = Math.hypot(pieces[0]?.transform[2] ?? 0, pieces[0]?.transform[3] ?? 0);
  // Letters that stand further apart are signs of their own: names of columns, points of a plan.
  if (usual === undefined || usual > size || usual < 0) return undefined;
  return letters
    .map(({ text }, at) => ((gaps[at - 1] ?? 0) > usual * 1.5 + size * 0.06 ? ` ${text}` : text))
    .join("");
}

function listLetters(pieces: readonly TextItem[], texts: readonly JudgedText[]): Letter[] {
  const [first, last] = [pieces[0], pieces.at(-1)];
  const [, , c = 0, d = 0, x = 0, y = 0] = first?.transform ?? [];
  const right = (last?.transform[4] ?? 0) + (last?.width ?? 0);
  const size = Math.hypot(c, d);
  const letters = texts.flatMap(({ why, matrix, glyphs }) =>
    why || matrix[0] <= 0 || Math.abs(matrix[5] - y) > size * 0.3
      ? []
      : glyphs.flatMap(({ text, at, width }): Letter[] => {
          const from = apply(matrix, at, 0)[0];
          const isHere = text.trim() !== "" && from > x - 1 && from < right + 1;
          return isHere ? [{ text, from, to: from + width * matrix[0] }] : [];
        }),
  );
  return letters.sort((one, other) => one.from - other.from);
}
