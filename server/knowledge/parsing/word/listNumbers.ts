import { childOf, listElements, readTree } from "../office/readTree.ts";
import type { XmlElement } from "../office/readTree.ts";
import { readStyles, valueOf } from "./readStyles.ts";
import type { Style } from "./readStyles.ts";

/** What a paragraph of a Word document says about itself: its style, and its place in a list where it names one. */
export interface ParagraphPlace {
  style?: string | undefined;
  list?: string | undefined;
  level?: number | undefined;
}

interface Level {
  start: number;
  format: string;
  /** Such as `%1.%2`, in which each sign of percent stands for the number of that level. */
  text: string;
}

/**
 * Counts the numbers that Word draws before headings ("4.2", "Article IV") and points of lists ("3.", "b)"): people
 * ask by them, and the file holds only how they are counted. Ask it for every paragraph in its order; for one that has
 * no number it gives "".
 */
export function createListNumbers(parts: {
  numbering: Uint8Array | undefined;
  styles: Uint8Array | undefined;
}): ((place: ParagraphPlace) => string) | undefined {
  const lists = parts.numbering && readLists(readTree(parts.numbering));
  if (!lists || lists.size === 0) return undefined;
  const styles = readStyles(parts.styles);
  const counted = new Map<string, number[]>();
  return ({ style, list, level }) => {
    const own = findStyle(styles, style);
    const place = { list: list ?? own.list, level: level ?? own.level ?? 0 };
    const found = lists.get(place.list ?? "");
    const shape = found?.levels[place.level];
    if (!found || !shape) return "";
    const numbers = counted.get(found.counts) ?? [];
    numbers.length = Math.min(numbers.length, place.level + 1);
    for (let at = numbers.length; at < place.level; at++) numbers[at] = found.levels[at]?.start ?? 1;
    const last = numbers[place.level];
    numbers[place.level] = last === undefined ? shape.start : last + 1;
    counted.set(found.counts, numbers);
    return writeNumber(shape.text, found.levels, numbers);
  };
}

interface List {
  /** Lists of the same make continue counting where another of them stopped. */
  counts: string;
  levels: Level[];
}

function readLists(numbering: XmlElement): Map<string, List> {
  const shapes = new Map(
    listElements(numbering, "abstractNum").map((shape) => [
      valueOf(shape, "abstractNumId"),
      readLevels(shape),
    ]),
  );
  return new Map(
    listElements(numbering, "num").map((list) => {
      const counts = valueOf(childOf(list, "abstractNumId")) ?? "";
      const levels = [...(shapes.get(counts) ?? [])];
      for (const change of list.children.filter(({ name }) => name === "lvlOverride")) {
        const at = Number(valueOf(change, "ilvl"));
        const start = Number(valueOf(childOf(change, "startOverride")) ?? NaN);
        const shape = levels[at];
        if (shape && Number.isInteger(start)) levels[at] = { ...shape, start };
      }
      const isOwn = list.children.some(({ name }) => name === "lvlOverride");
      const id = valueOf(list, "numId") ?? "";
      return [id, { counts: isOwn ? `own ${id}` : counts, levels }];
    }),
  );
}

function readLevels(shape: XmlElement): Level[] {
  const levels: Level[] = [];
  for (const level of shape.children.filter(({ name }) => name === "lvl")) {
    const at = Number(valueOf(level, "ilvl"));
    if (!(at >= 0 && at < mostLevels)) continue;
    levels[at] = {
      start: Number(valueOf(childOf(level, "start")) ?? 1) || 0,
      format: valueOf(childOf(level, "numFmt")) ?? "decimal",
      text: valueOf(childOf(level, "lvlText")) ?? "",
    };
  }
  return levels;
}

const mostLevels = 9;

function findStyle(
  styles: ReadonlyMap<string, Style>,
  id: string | undefined,
): { list: string | undefined; level: number | undefined } {
  const found = {
    list: undefined as string | undefined,
    level: undefined as number | undefined,
  };
  let style = styles.get(id ?? "");
  for (let steps = 0; style && steps < mostLevels; steps++) {
    found.list ??= style.list;
    found.level ??= style.level;
    style = styles.get(style.basedOn ?? "");
  }
  return found;
}

function writeNumber(text: string, levels: readonly Level[], numbers: readonly number[]): string {
  const current = levels[numbers.length - 1];
  if (current?.format === "bullet" || current?.format === "none") return "";
  return text
    .replace(/%([1-9])/g, (_, digit: string) => {
      const at = Number(digit) - 1;
      const shape = levels[at];
      return shape ? writeInFormat(numbers[at] ?? shape.start, shape.format) : "";
    })
    .trim();
}

function writeInFormat(value: number, format: string): string {
  switch (format) {
    case "upperRoman":
      return writeRoman(value);
    case "lowerRoman":
      return writeRoman(value).toLowerCase();
    case "upperLetter":
      return writeLetters(value);
    case "lowerLetter":
      return writeLetters(value).toLowerCase();
    case "decimalZero":
      return String(value).padStart(2, "0");
    case "none":
      return "";
    default:
      return String(value);
  }
}

function writeLetters(value: number): string {
  if (value < 1) return String(value);
  // After Z comes AA, then BB.
  return String.fromCharCode(65 + ((value - 1) % 26)).repeat(Math.min(10, Math.ceil(value / 26)));
}

const romans: [value: number, letters: string][] = [
  [1000, "M"],
  [900, "CM"],
  [500, "D"],
  [400, "CD"],
  [100, "C"],
  [90, "XC"],
  [50, "L"],
  [40, "XL"],
  [10, "X"],
  [9, "IX"],
  [5, "V"],
  [4, "IV"],
  [1, "I"],
];

function writeRoman(value: number): string {
  if (value < 1 || value > 3999) return String(value);
  let rest = value;
  let text = "";
  for (const [worth, letters] of romans) {
    while (rest >= worth) {
      text += letters;
      rest -= worth;
    }
  }
  return text;
}
