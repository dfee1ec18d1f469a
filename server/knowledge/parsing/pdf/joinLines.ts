import { joinRuns } from "../text/joinRuns.ts";
import type { Run } from "../text/joinRuns.ts";
import { mendWords } from "./mendLigatures.ts";

/** A line of a page, with the size of its letters and where it stands (y grows upwards). */
export interface PdfLine {
  text: string;
  /** 0 for a line that is turned, which is never a heading. */
  size: number;
  y: number;
  width: number;
  /** It has gaps like those between the cells of a table. */
  hasCells: boolean;
}

interface Piece {
  text: string;
  /** The page says that there is a space, however narrow. */
  isAfterSpace: boolean;
  isRightToLeft: boolean;
  size: number;
  x: number;
  y: number;
  width: number;
}

/** Gaps in letter widths (em): the first is a space, the second leads to the next cell. */
const spaceEm = 0.15;
const cellEm = 2;
const raisedEm = 0.3;

/** Puts the pieces that pdf.js gives, in their order, together into lines; words that it got wrong are mended. */
export function joinLines(items: readonly object[], turned?: ReadonlyMap<string, string>): PdfLine[] {
  const lines: Piece[][] = [[]];
  let isAfterSpace = false;
  for (const item of items) {
    const piece = readPiece(item);
    if (piece?.text.trim()) lines.at(-1)?.push({ ...piece, isAfterSpace });
    if (piece) isAfterSpace = piece.text !== "" && piece.text.trim() === "";
    if ("hasEOL" in item && item.hasEOL) lines.push([]);
  }
  return joinRaised(lines.filter((pieces) => pieces.length > 0)).map((pieces) =>
    joinPieces(turned ? pieces.map((piece) => ({ ...piece, text: mendWords(piece.text, turned) })) : pieces),
  );
}

function readPiece(item: object): Omit<Piece, "isAfterSpace"> | undefined {
  if (!("str" in item) || typeof item.str !== "string" || !("transform" in item) || !("width" in item))
    return undefined;
  const [, turn = 0, skew = 0, scale = 0, x = 0, y = 0] = item.transform as number[]; // pdf.js: six numbers
  const size = Math.abs(turn) > Math.abs(scale) ? 0 : Math.round(Math.hypot(skew, scale) * 2) / 2;
  const isRightToLeft = "dir" in item && item.dir === "rtl";
  return { text: item.str, isRightToLeft, size, x, y, width: Number(item.width) };
}

/** Letters above or below their line come as lines of their own; what they are beside tells where they belong. */
function joinRaised(lines: readonly Piece[][]): Piece[][] {
  const joined: Piece[][] = [];
  for (const line of lines) {
    const [first, last] = [line[0], joined.at(-1)?.at(-1)];
    const size = Math.max(first?.size ?? 0, last?.size ?? 0);
    const gap = first && last ? first.x - last.x - last.width : NaN;
    const isBeside = gap > -0.3 * size && gap < 0.6 * size && size > 0;
    const height = Math.abs((first?.y ?? 0) - (last?.y ?? 0));
    const isSmaller = Math.min(first?.size ?? 0, last?.size ?? 0) < size * smaller;
    const isOver = first !== undefined && isFraction(last, first) && height < size * 2;
    if (isOver || (isBeside && isSmaller && height > 0 && height < size * 0.7)) joined.at(-1)?.push(...line);
    else joined.push([...line]);
  }
  return joined;
}

const smaller = 0.86;

/** The line on which most letters of full size stand. */
function findBaseline(pieces: readonly Piece[], size: number): number {
  const letters = new Map<number, number>();
  for (const { y, text, size: own } of pieces)
    if (own >= size * smaller) letters.set(y, (letters.get(y) ?? 0) + text.length);
  return [...letters].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 0;
}

function placeOf(
  { size: own, y }: Piece,
  { size, baseline }: { size: number; baseline: number },
): Run["place"] {
  if (own === 0 || own >= size * smaller) return undefined;
  const height = (y - baseline) / size;
  return height > 0.15 ? "raised" : height < -0.06 ? "lowered" : undefined;
}

/** A digit over another one is a fraction, whose bar is a line and no letter. */
function isFraction(before: Piece | undefined, piece: Piece): boolean {
  if (!before || !/^\d{1,3}$/.test(before.text.trim()) || !/^\d{1,3}$/.test(piece.text.trim())) return false;
  const shared = Math.min(before.x + before.width, piece.x + piece.width) - Math.max(before.x, piece.x);
  return shared > Math.min(before.width, piece.width) * 0.5;
}

function joinPieces(pieces: readonly Piece[]): PdfLine {
  const size = Math.max(...pieces.map((piece) => piece.size));
  const baseline = findBaseline(pieces, size);
  const places = pieces.map((piece) => placeOf(piece, { size, baseline }));
  const runs: Run[] = [];
  let hasCells = false;
  pieces.forEach((piece, index) => {
    const before = pieces[index - 1];
    // The later piece stands to the right, or to the left where the script runs that way.
    const gap = before
      ? Math.max(piece.x - before.x - before.width, before.x - piece.x - piece.width) / Math.max(size, 1)
      : 0;
    if (gap > cellEm) hasCells = true;
    const place = places[index];
    const isSpaced = gap > spaceEm || piece.isAfterSpace || isTurn(before, piece);
    if (gap > cellEm) runs.push({ text: " | " });
    // Raised letters stand a little apart from what they belong to.
    else if (isSpaced && (!place || gap > raisedEm)) runs.push({ text: " " });
    if (place === "lowered" && places[index - 1] === "raised" && isFraction(before, piece))
      runs.push({ text: "/" });
    runs.push({ text: piece.text, place });
  });
  const text = joinRuns(runs);
  const left = Math.min(...pieces.map((piece) => piece.x));
  const right = Math.max(...pieces.map((piece) => piece.x + piece.width));
  return {
    text: repairArabic(text.replace(/\s+/g, " ").trim()),
    size,
    y: pieces[0]?.y ?? 0,
    width: right - left,
    hasCells,
  };
}

/** Where the direction of writing turns between two words, pdf.js counts the space to one of them and drops it. */
function isTurn(before: Piece | undefined, piece: Piece): boolean {
  if (!before || before.isRightToLeft === piece.isRightToLeft) return false;
  return /[\p{L}\p{N}]$/u.test(before.text) && /^[\p{L}\p{N}]/u.test(piece.text);
}

/** pdf.js turns round the two letters of a joined lam-alef; where the result can't be a word, it is turned back. */
function repairArabic(text: string): string {
  return text.replace(/\u0627([\u0622\u0623\u0625])\u0644/g, "\u0627\u0644$1");
}
