import { intersect } from "./geometry.ts";
import type { Box } from "./geometry.ts";
import type { DrawnPage, DrawnText, Painted } from "./walkPage.ts";

/** A text of a page, with why nobody sees it. */
export type JudgedText = DrawnText & { why: string | undefined };

/**
 * Says of each text of a page whether somebody sees it. The text that a program laid under the picture of a scanned page stays:
 * it is what the picture shows.
 */
export function findUnseen(page: DrawnPage, view: Box): JudgedText[] {
  const texts = splitStruck(page);
  const isScan = findScan(page, texts);
  const height = view[3] - view[1];
  const painted = page.painted.length * texts.length > mostCompared ? [] : page.painted;
  const canCompare = painted.length === page.painted.length;
  return texts.map((text) => ({ ...text, why: text.isStruck ? "struck out" : judge(text) }));

  function judge(text: DrawnText): string | undefined {
    if (text.unseen === "invisible") return isScan ? undefined : "invisible";
    if (text.unseen) return reasons[text.unseen];
    if (text.size <= smallestSize && text.size < height * smallestShare) return "too small to read";
    if (canCompare && isHiddenByColor(text, painted)) return "of the color of its background";
    return isCovered(text, painted) ? "covered" : undefined;
  }
}

/** Above this many pairs of texts and areas it is not checked which lies over which. */
const mostCompared = 100_000_000;
const reasons = { transparent: "transparent", clipped: "outside of the page", layer: "in a hidden layer" };
/** In points, and as a share of the height of the page: plans are drawn small on large sheets. */
const smallestSize = 1;
const smallestShare = 1 / 500;

/** A scan is a picture, and what is written visibly on it is a stamp or a number. */
function findScan({ pictured }: DrawnPage, texts: readonly DrawnText[]): boolean {
  const count = (wanted: (text: DrawnText) => boolean) =>
    texts.filter(wanted).reduce((sum, { glyphs }) => sum + glyphs.length, 0);
  const invisible = count(({ unseen }) => unseen === "invisible");
  return invisible > 0 && pictured >= scanShare && count(({ unseen }) => unseen === undefined) < invisible;
}

const scanShare = 0.5;

/** Letters are seen by the difference to what lies under their middle. */
function isHiddenByColor({ color, box, order }: DrawnText, painted: readonly Painted[]): boolean {
  if (!color) return false;
  const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  for (let at = painted.length - 1; at >= 0; at--) {
    const under = painted[at];
    if (!under || under.order > order || !holds(under.box, x, y)) continue;
    if (!under.color || !isAlike(under.color, color)) return false;
    // Another shape may leave free what is under it.
    if (under.isRectangle) return true;
  }
  return isAlike(color, "#ffffff");
}

function holds(box: Box, x: number, y: number): boolean {
  return x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3];
}

const leastDifference = 12;

function isAlike(one: string, other: string): boolean {
  const parts = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const others = parts(other);
  return parts(one).every((part, at) => Math.abs(part - (others[at] ?? 0)) <= leastDifference);
}

/** An area of one color that is painted over it later. Pictures over a text are scans of it. */
function isCovered({ box, order }: DrawnText, painted: readonly Painted[]): boolean {
  const middle: Box = [box[0], box[1] + (box[3] - box[1]) * 0.3, box[2], box[3] - (box[3] - box[1]) * 0.3];
  return painted.some((over) => {
    if (over.order < order || !over.color || !over.isRectangle) return false;
    const both = intersect(over.box, middle);
    return both !== undefined && areaOf(both) >= areaOf(middle) * mostlyCovered;
  });
}

const mostlyCovered = 0.95;

function areaOf([x0, y0, x1, y1]: Box): number {
  return (x1 - x0) * (y1 - y0);
}

/** Parts texts where a line through the middle of their letters begins and ends. */
function splitStruck({ texts, lines }: DrawnPage): (DrawnText & { isStruck: boolean })[] {
  if (lines.length === 0 || lines.length > mostLines)
    return texts.map((text) => ({ ...text, isStruck: false }));
  return texts.flatMap((text) => {
    const [a, b] = text.matrix;
    const through = b === 0 && a > 0 ? lines.filter((line) => isThrough(line, text)) : [];
    if (through.length === 0) return [{ ...text, isStruck: false }];
    const left = text.matrix[4];
    const isStruck = (at: number, width: number) =>
      through.some(
        ([from, , to]) => left + (at + width / 2) * a > from - 1 && left + (at + width / 2) * a < to + 1,
      );
    const parts: (DrawnText & { isStruck: boolean })[] = [];
    for (const glyph of text.glyphs) {
      const struck = isStruck(glyph.at, glyph.width);
      const last = parts.at(-1);
      if (last?.isStruck === struck) last.glyphs.push(glyph);
      else parts.push({ ...text, glyphs: [glyph], isStruck: struck });
    }
    return parts;
  });
}

/** A page of more lines is a drawing. */
const mostLines = 2000;

function isThrough([x0, y0, x1, y1]: Box, { box, matrix, size }: DrawnText): boolean {
  const height = (y0 + y1) / 2 - matrix[5];
  return height > size * 0.15 && height < size * 0.45 && x1 > box[0] && x0 < box[2] && y1 - y0 < size * 0.2;
}
