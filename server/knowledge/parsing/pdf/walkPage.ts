import { boxOf, intersect, multiply } from "./geometry.ts";
import type { Box, Matrix } from "./geometry.ts";
import { listShapes } from "./listShapes.ts";

/** The drawing of a page as pdf.js gives it: operations and their arguments. */
export interface Operations {
  fnArray: readonly number[];
  argsArray: readonly unknown[];
}

/** A sign as it is drawn: where it begins on its line, and its width. */
export interface DrawnGlyph {
  text: string;
  at: number;
  width: number;
}

/** Signs that are drawn by one operation, with all that says whether somebody sees them. */
export interface DrawnText {
  glyphs: DrawnGlyph[];
  /** From the place of the first sign along its line, with the width of the line as unit 1. */
  matrix: Matrix;
  size: number;
  box: Box;
  /** When it is drawn; what comes later lies over it. */
  order: number;
  /** Its color as `#rrggbb`; undefined where it is none that can be told (a pattern, or not filled). */
  color: string | undefined;
  /** Why nobody sees it, where its own settings say so. */
  unseen: "invisible" | "transparent" | "clipped" | "layer" | undefined;
}

/** An area that is filled. */
export interface Painted {
  box: Box;
  /** Undefined for pictures, shades, patterns and what lets something through. */
  color: string | undefined;
  /** Its box is its shape. */
  isRectangle: boolean;
  order: number;
}

export interface DrawnPage {
  texts: DrawnText[];
  painted: Painted[];
  /** Thin lines from left to right. */
  lines: Box[];
  /** The share of the page that pictures cover. */
  pictured: number;
}

export interface PageBeside {
  /** The numbers of pdf.js's operations, by their names. */
  numbers: Readonly<Record<string, number>>;
  /** The part of the page that is shown. */
  view: Box;
  /** Says whether a layer of the document is shown. */
  isLayerShown: (layer: unknown) => boolean;
  /** The width of a unit of a font's glyphs, by its name. */
  unitOf: (font: string) => number;
}

interface State {
  ctm: Matrix;
  clip: Box;
  font: string;
  size: number;
  charSpace: number;
  wordSpace: number;
  scale: number;
  leading: number;
  rise: number;
  mode: number;
  color: string | undefined;
  alpha: number;
  isPlain: boolean;
}

/** A drawing of more is a map; what it hides is not looked for. */
const mostOperations = 400_000;
const mostKept = 50_000;

/** Follows the drawing of a page and gives the texts on it, and the areas and lines that may hide them; undefined for one that is too large. */
export function walkPage({ fnArray, argsArray }: Operations, beside: PageBeside): DrawnPage | undefined {
  if (fnArray.length > mostOperations) return undefined;
  const names = new Map(Object.entries(beside.numbers).map(([name, number]) => [number, name]));
  const walk = createWalk(beside);
  for (const [order, operation] of fnArray.entries()) {
    const name = names.get(operation) ?? "";
    walk.take(name, asList(argsArray[order]), order);
  }
  return walk.finish();
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function toNumbers(value: unknown): number[] {
  return ArrayBuffer.isView(value) || Array.isArray(value)
    ? Array.from(value as ArrayLike<unknown>, Number) // a view of numbers
    : [];
}

function toMatrix(values: readonly unknown[]): Matrix {
  const numbers = values.length === 6 ? values.map(Number) : toNumbers(values[0]);
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers;
  return [a, b, c, d, e, f];
}

function createWalk({ view, isLayerShown, unitOf }: PageBeside) {
  const page: DrawnPage = { texts: [], painted: [], lines: [], pictured: 0 };
  let state: State = {
    ctm: [1, 0, 0, 1, 0, 0],
    clip: view,
    ...{ font: "", size: 0, charSpace: 0, wordSpace: 0, scale: 1, leading: 0, rise: 0, mode: 0 },
    ...{ color: "#000000", alpha: 1, isPlain: true },
  };
  const saved: State[] = [];
  const layers: boolean[] = [];
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  let line: Matrix = matrix;
  let willClip = false;
  // A picture is not unpacked, so that nothing but its place is left of it.
  let place: Box | undefined;
  let picturedArea = 0;
  const viewArea = Math.max(1, (view[2] - view[0]) * (view[3] - view[1]));

  const closePlace = () => {
    const shown = place && intersect(place, state.clip);
    if (shown && !layers.includes(false)) {
      picturedArea += (shown[2] - shown[0]) * (shown[3] - shown[1]);
      const isLarge = shown[2] - shown[0] > 2 && shown[3] - shown[1] > 2;
      if (isLarge) paint({ box: shown, color: undefined, isRectangle: true, order: lastOrder });
    }
    place = undefined;
  };
  let lastOrder = 0;
  const paint = (one: Painted) => void (page.painted.length < mostKept && page.painted.push(one));
  const moveLine = (x: number, y: number) => {
    line = multiply([1, 0, 0, 1, x, y], line);
    matrix = line;
  };

  const show = (glyphs: readonly unknown[], order: number) => {
    const { size, scale, rise, charSpace, wordSpace, font } = state;
    const unit = unitOf(font);
    const drawn: DrawnGlyph[] = [];
    let at = 0;
    for (const glyph of glyphs) {
      if (typeof glyph === "number") {
        at -= (glyph / 1000) * size * scale;
        continue;
      }
      if (typeof glyph !== "object" || glyph === null) continue;
      const {
        unicode = "",
        width = 0,
        isSpace,
      } = glyph as { unicode?: string; width?: number; isSpace?: boolean }; // pdf.js's glyph
      const wide = width * unit * size * scale;
      drawn.push({ text: String(unicode), at, width: wide });
      at += wide + (charSpace + (isSpace ? wordSpace : 0)) * scale;
    }
    const start = multiply(matrix, state.ctm);
    const own = multiply([1, 0, 0, 1, 0, rise], start);
    matrix = multiply([1, 0, 0, 1, at, 0], matrix);
    if (drawn.length === 0 || page.texts.length >= mostKept) return;
    const [, , c, d] = own;
    const box = boxOf(own, [0, -0.2 * size, at, 0.8 * size]);
    page.texts.push({
      ...{ glyphs: drawn, matrix: own, box, order },
      size: Math.abs(size) * Math.hypot(c, d),
      color: state.mode === 0 ? state.color : undefined,
      unseen: layers.includes(false)
        ? "layer"
        : state.mode === 3
          ? "invisible"
          : state.alpha === 0
            ? "transparent"
            : isOutside(box, state.clip)
              ? "clipped"
              : undefined,
    });
  };

  const drawPath = ([kind, data, bounds]: [unknown, unknown[], unknown], order: number, fills: boolean) => {
    const [x0, y0, x1, y1] = toNumbers(bounds);
    const hasBox = x0 !== undefined && y0 !== undefined && x1 !== undefined && y1 !== undefined;
    if (hasBox && willClip) state.clip = intersect(state.clip, boxOf(state.ctm, [x0, y0, x1, y1])) ?? nothing;
    willClip = false;
    if (!hasBox || layers.includes(false) || state.alpha === 0) return;
    const color = state.alpha === 1 && state.isPlain ? state.color : undefined;
    const [path] = data;
    const isDrawn = kind !== endPath;
    const isUpright = state.ctm[1] === 0 && state.ctm[2] === 0;
    for (const shape of listShapes(
      ArrayBuffer.isView(path) || Array.isArray(path) ? (path as ArrayLike<number>) : [],
    )) {
      const box = boxOf(state.ctm, shape.box);
      const isThin = box[3] - box[1] < thin && box[2] - box[0] > thin;
      if (isThin && isDrawn && page.lines.length < mostKept) page.lines.push(box);
      const shown = fills && !isThin && intersect(box, state.clip);
      if (shown) paint({ box: shown, color, isRectangle: shape.isRectangle && isUpright, order });
    }
  };

  return {
    take(name: string, args: unknown[], order: number) {
      lastOrder = order;
      switch (name) {
        case "save":
        case "paintFormXObjectBegin":
        case "beginGroup":
          place = undefined;
          saved.push({ ...state });
          if (name === "paintFormXObjectBegin") {
            const [own, box] = args;
            if (own) state.ctm = multiply(toMatrix([own]), state.ctm);
            const [a, b, c, d] = toNumbers(box);
            if (a !== undefined && b !== undefined && c !== undefined && d !== undefined)
              state.clip = intersect(state.clip, boxOf(state.ctm, [a, b, c, d])) ?? nothing;
          }
          return;
        case "restore":
        case "paintFormXObjectEnd":
        case "endGroup":
          closePlace();
          state = saved.pop() ?? state;
          return;
        case "transform":
          state.ctm = multiply(toMatrix(args), state.ctm);
          place = boxOf(state.ctm, [0, 0, 1, 1]);
          return;
        case "setGState":
          for (const [key, value] of asList(args[0]).map(asList)) {
            if (key === "ca") state.alpha = Number(value);
            if (key === "BM")
              state.isPlain = value === "source-over" || value === "normal" || value === "Normal";
            if (key === "Font")
              [state.font, state.size] = [String(asList(value)[0]), Number(asList(value)[1])];
          }
          return;
        case "setFillRGBColor":
          state.color = typeof args[0] === "string" ? args[0].toLowerCase() : undefined;
          return;
        case "setFillColorN":
        case "setFillTransparent":
          state.color = undefined;
          return;
        case "clip":
        case "eoClip":
          willClip = true;
          return;
        case "constructPath":
          place = undefined;
          drawPath([args[0], asList(args[1]), args[2]], order, fillKinds.has(Number(args[0])));
          return;
        case "shadingFill":
          place = undefined;
          if (!layers.includes(false)) paint({ box: state.clip, color: undefined, isRectangle: true, order });
          return;
        case "beginText":
          matrix = line = [1, 0, 0, 1, 0, 0];
          return;
        case "setFont":
          [state.font, state.size] = [String(args[0]), Number(args[1])];
          return;
        case "setCharSpacing":
          state.charSpace = Number(args[0]);
          return;
        case "setWordSpacing":
          state.wordSpace = Number(args[0]);
          return;
        case "setHScale":
          state.scale = Number(args[0]) / 100;
          return;
        case "setLeading":
          state.leading = Number(args[0]);
          return;
        case "setTextRise":
          state.rise = Number(args[0]);
          return;
        case "setTextRenderingMode":
          state.mode = Number(args[0]) & 7;
          return;
        case "setTextMatrix":
          matrix = line = toMatrix(args);
          return;
        case "moveText":
          moveLine(Number(args[0]), Number(args[1]));
          return;
        case "setLeadingMoveText":
          state.leading = -Number(args[1]);
          moveLine(Number(args[0]), Number(args[1]));
          return;
        case "nextLine":
          moveLine(0, -state.leading);
          return;
        case "showText":
          place = undefined;
          show(asList(args[0]), order);
          return;
        case "beginMarkedContent":
        case "beginMarkedContentProps":
          layers.push(args[0] !== "OC" || isLayerShown(args[1]));
          return;
        case "endMarkedContent":
          layers.pop();
          return;
        default:
          if (/^paint(?:Image|InlineImage|SolidColor)/.test(name)) {
            place ??= boxOf(state.ctm, [0, 0, 1, 1]);
            closePlace();
          }
      }
    },
    finish(): DrawnPage {
      closePlace();
      return { ...page, pictured: picturedArea / viewArea };
    },
  };

  function isOutside(given: Box, frame: Box): boolean {
    // A vowel over its letter has no width of its own.
    const box: Box = [given[0] - least, given[1] - least, given[2] + least, given[3] + least];
    const both = intersect(box, frame);
    const area = Math.max(1e-6, (box[2] - box[0]) * (box[3] - box[1]));
    return !both || ((both[2] - both[0]) * (both[3] - both[1])) / area < leastSeen;
  }
}

const nothing: Box = [0, 0, 0, 0];

/** A line of text that a frame cuts through is still read. */
const leastSeen = 0.15;
const least = 0.1;
/** In points: a line, not an area. */
const thin = 2.5;
/** What a path ends with, in pdf.js's numbering: fill, eoFill, and the same with a stroke. */
const endPath = 28;
const fillKinds = new Set([22, 23, 24, 25, 26, 27]);
