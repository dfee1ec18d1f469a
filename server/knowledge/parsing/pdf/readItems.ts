import type { LeftOut } from "../ParsedDocument.ts";
import type { JudgedText } from "./findUnseen.ts";
import { apply } from "./geometry.ts";

/** A piece of text as pdf.js gives it: its transform has the size of its letters and its place. */
export interface TextItem {
  str: string;
  dir: string;
  width: number;
  transform: number[];
  hasEOL: boolean;
}

export function isTextItem(item: object): item is TextItem {
  return (
    "str" in item && typeof item.str === "string" && "transform" in item && Array.isArray(item.transform)
  );
}

/** Gives the pieces of a page without what nobody sees of them, and what that was. */
export function dropUnseen(
  items: readonly object[],
  texts: readonly JudgedText[],
): { items: readonly object[]; leftOut: LeftOut[] } {
  const unseen = texts.filter(({ why, glyphs }) => why && writeGlyphs(glyphs).trim() !== "");
  if (unseen.length === 0) return { items, leftOut: [] };
  const rows = sortIntoRows(texts);
  const kept = items.flatMap((item) => {
    if (!isTextItem(item) || item.str.trim() === "") return [item];
    const drawn = listDrawn(item, rows);
    const seen = drawn.filter(({ why }) => !why);
    if (drawn.length === seen.length) return [item];
    const parts: TextItem[] = seen.map((text) => toItem(item, text));
    const last = parts.at(-1);
    if (last) last.hasEOL = item.hasEOL;
    return last ? parts : [{ ...item, str: "", width: 0 }];
  });
  const leftOut = unseen.map(({ why = "", glyphs }) => ({ why, text: writeGlyphs(glyphs) }));
  return { items: kept, leftOut };
}

/** Texts by the height of their line, so that a page of thousands is looked through once. */
function sortIntoRows(texts: readonly JudgedText[]): Map<number, JudgedText[]> {
  const rows = new Map<number, JudgedText[]>();
  for (const text of texts) {
    const row = Math.round(placeOf(text)[1] / rowHeight);
    const there = rows.get(row);
    if (there) there.push(text);
    else rows.set(row, [text]);
  }
  return rows;
}

const rowHeight = 20;

function placeOf({ matrix, glyphs }: JudgedText): [number, number] {
  return apply(matrix, glyphs[0]?.at ?? 0, 0);
}

/** What was drawn within a piece: it begins there, and its letters are among those of the piece. */
function listDrawn(item: TextItem, rows: ReadonlyMap<number, JudgedText[]>): JudgedText[] {
  const [a = 1, b = 0, c = 0, d = 0, x = 0, y = 0] = item.transform;
  const length = Math.hypot(a, b) || 1;
  const size = Math.hypot(c, d);
  const letters = plain(item.str);
  const top = y + Math.max(0, (b / length) * item.width);
  const bottom = y + Math.min(0, (b / length) * item.width);
  const near: JudgedText[] = [];
  for (let row = Math.floor(bottom / rowHeight) - 1; row <= Math.ceil(top / rowHeight) + 1; row++)
    near.push(...(rows.get(row) ?? []));
  return near.filter((text) => {
    const [left, up] = placeOf(text);
    const along = ((left - x) * a + (up - y) * b) / length;
    const across = Math.abs((left - x) * b - (up - y) * a) / length;
    if (along < -1 || along > item.width + 1 || across > Math.max(size * 0.35, 0.5)) return false;
    const own = plain(writeGlyphs(text.glyphs));
    return own !== "" && (letters.includes(own) || hasLetters(letters, own));
  });
}

function plain(text: string): string {
  return text.normalize("NFKC").replace(/\s+/g, "");
}

/** Text from right to left is turned round, so that only its letters can be compared. */
function hasLetters(text: string, letters: string): boolean {
  return (
    /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(letters) &&
    [...letters].every((letter) => text.includes(letter))
  );
}

function toItem(item: TextItem, text: JudgedText): TextItem {
  const [x, y] = placeOf(text);
  const [a = 1, b = 0, c = 0, d = 0] = item.transform;
  const str = writeGlyphs(text.glyphs);
  const [first, last] = [text.glyphs[0], text.glyphs.at(-1)];
  const width =
    first && last ? (last.at + last.width - first.at) * Math.hypot(text.matrix[0], text.matrix[1]) : 0;
  const turned = item.dir === "rtl" ? [...str].toReversed().join("") : str;
  return { ...item, str: turned, width, transform: [a, b, c, d, x, y], hasEOL: false };
}

/** Gives signs as text, with a space where they stand apart. */
export function writeGlyphs(glyphs: JudgedText["glyphs"]): string {
  let text = "";
  let end: number | undefined;
  for (const { text: sign, at, width } of glyphs) {
    const isApart =
      end !== undefined && at - end > Math.max(width, 1) * 0.5 && !/\s$/.test(text) && !/^\s/.test(sign);
    text += (isApart ? " " : "") + sign;
    end = at + width;
  }
  return text;
}
