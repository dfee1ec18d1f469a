import { isTextItem } from "./readItems.ts";
import type { TextItem } from "./readItems.ts";

/** A stretch of a line without a wide gap. */
interface Segment {
  items: TextItem[];
  left: number;
  right: number;
  y: number;
  size: number;
  text: string;
}

/** The least gap between two columns, in letter widths (em). */
const gutterEm = 0.8;
/** A page of more is a table or a map. */
const mostSegments = 3000;
const mostEdges = 12;
const deepest = 3;
const fewestLines = 3;

/**
 * Gives the pieces of a page column by column, where it has columns of sentences and a program wrote them line by line across,
 * or the later one first. Tables, and pages whose order is right, stay as they are.
 */
export function orderColumns(items: readonly object[]): readonly object[] {
  const pieces = items.filter(isTextItem);
  const segments = toSegments(pieces);
  if (segments.length < fewestLines * 2 || segments.length > mostSegments) return items;
  const ordered = order(segments, isRightToLeft(segments), 0);
  return ordered ? ordered.flatMap(toLine) : items;
}

function toSegments(pieces: readonly TextItem[]): Segment[] {
  const segments: Segment[] = [];
  let open: Segment | undefined;
  for (const item of pieces) {
    const [, , c = 0, d = 0, x = 0, y = 0] = item.transform;
    const size = Math.hypot(c, d);
    if (item.str.trim() === "") {
      if (item.width <= size * gutterEm) open?.items.push(item);
    } else {
      const fits =
        open &&
        Math.abs(open.y - y) < Math.max(size, open.size) * 0.6 &&
        x - open.right < size * gutterEm &&
        open.left - x - item.width < size * gutterEm;
      if (!open || !fits) {
        open = { items: [], left: x, right: x, y, size, text: "" };
        segments.push(open);
      }
      open.items.push(item);
      open.left = Math.min(open.left, x);
      open.right = Math.max(open.right, x + item.width);
      open.size = Math.max(open.size, size);
      open.text += item.str;
    }
  }
  return segments;
}

function isRightToLeft(segments: readonly Segment[]): boolean {
  const turned = segments.filter(({ items }) => items.some(({ dir }) => dir === "rtl")).length;
  return turned > segments.length / 2;
}

/** Lines of the segments in the order in which they are read; undefined where their order is right. */
function order(segments: readonly Segment[], isTurned: boolean, depth: number): Segment[][] | undefined {
  const cut = depth < deepest ? findCut(segments, depth) : undefined;
  if (!cut) return undefined;
  const bands = splitBands(segments, cut, depth);
  const isRight = bands.every((band) => !band.isColumns || isInOrder(band, segments, isTurned));
  const inner = bands.map(({ isColumns, left, right }) =>
    isColumns
      ? (isTurned ? [right, left] : [left, right]).map(
          (column) => order(column, isTurned, depth + 1) ?? column,
        )
      : [],
  );
  const hasInner = inner.flat().some((column) => Array.isArray(column[0]));
  if (isRight && !hasInner) return undefined;
  return bands.flatMap((band, at): Segment[][] => [
    ...band.above.map((segment) => [segment]),
    ...(band.isColumns
      ? (inner[at] ?? []).flatMap((column) => (isLines(column) ? column : toLines(column)))
      : toRows(band.all)),
  ]);
}

function isLines(column: readonly Segment[] | readonly Segment[][]): column is Segment[][] {
  return Array.isArray(column[0]);
}

/** Segments on one line, the lines from above. */
function toLines(column: readonly Segment[]): Segment[][] {
  const lines: Segment[][] = [];
  for (const segment of column.toSorted((one, other) => other.y - one.y)) {
    const line = lines.at(-1);
    const first = line?.[0];
    if (line && first && Math.abs(first.y - segment.y) < first.size * 0.4) line.push(segment);
    else lines.push([segment]);
  }
  return lines.map((line) => line.toSorted((one, other) => one.left - other.left));
}

/** What is no column keeps the order that it came in. */
function toRows(segments: readonly Segment[]): Segment[][] {
  const rows: Segment[][] = [];
  for (const segment of segments) {
    const row = rows.at(-1);
    const last = row?.at(-1);
    const isSame = last && Math.abs(last.y - segment.y) < last.size * 0.4 && segment.left >= last.right;
    if (row && isSame) row.push(segment);
    else rows.push([segment]);
  }
  return rows;
}

function toLine(line: readonly Segment[]): TextItem[] {
  const items = line.flatMap((segment) => segment.items.map((item) => ({ ...item, hasEOL: false })));
  const last = items.at(-1);
  if (last) last.hasEOL = true;
  return items;
}

interface Band {
  /** Lines over its whole width that stand above it. */
  above: Segment[];
  left: Segment[];
  right: Segment[];
  /** Both, as they came. */
  all: Segment[];
  isColumns: boolean;
}

/** Gives where the second of two columns begins: the edge under which most lines of sentences stand side by side. */
function findCut(segments: readonly Segment[], depth: number): number | undefined {
  const edges = new Map<number, number>();
  for (const { left } of segments) {
    const edge = Math.round(left / 3) * 3;
    edges.set(edge, (edges.get(edge) ?? 0) + 1);
  }
  const likely = [...edges]
    .filter(([, count]) => count >= fewestLines)
    .sort(([, one], [, other]) => other - one)
    .slice(0, mostEdges);
  let best: { edge: number; lines: number } | undefined;
  for (const [edge] of likely) {
    const bands = splitBands(segments, edge, depth).filter(({ isColumns }) => isColumns);
    const lines = bands.reduce((sum, { all }) => sum + all.length, 0);
    if (lines > 0 && (!best || lines > best.lines || (lines === best.lines && edge < best.edge)))
      best = { edge, lines };
  }
  return best?.edge;
}

function splitBands(segments: readonly Segment[], edge: number, depth: number): Band[] {
  const isLeft = ({ right, size }: Segment) => right <= edge - size * 0.3;
  const isRight = ({ left }: Segment) => left >= edge - 3;
  const furniture = findFurniture(segments);
  const isWhole = (one: Segment) => furniture.has(one) || (!isLeft(one) && !isRight(one));
  const whole = segments.filter(isWhole);
  const rest = segments.filter((one) => !isWhole(one));
  const limits = whole.toSorted((one, other) => other.y - one.y);
  const bands: Band[] = [];
  let above: Segment[] = [];
  let upper = Infinity;
  for (const limit of [...limits, undefined]) {
    const lower = limit?.y ?? -Infinity;
    const all = rest.filter(({ y }) => y <= upper && y > lower);
    if (all.length > 0) {
      const [left, right] = [all.filter(isLeft), all.filter((one) => !isLeft(one))];
      bands.push({ above, left, right, all, isColumns: areColumns(left, right, depth) });
      above = [];
    }
    if (limit) above.push(limit);
    upper = lower;
  }
  if (above.length > 0) bands.push({ above, left: [], right: [], all: [], isColumns: false });
  return bands;
}

/** Numbers and titles that stand far above or below all else belong to no column. */
function findFurniture(segments: readonly Segment[]): Set<Segment> {
  const lines = toLines(segments);
  const found = new Set<Segment>();
  const isApart = (line: readonly Segment[] | undefined, next: readonly Segment[] | undefined) => {
    const [one, other] = [line?.[0], next?.[0]];
    return one && other && Math.abs(one.y - other.y) > Math.max(one.size, other.size) * 2.2;
  };
  const [first, second] = lines;
  if (isApart(first, second)) for (const segment of first ?? []) found.add(segment);
  if (isApart(lines.at(-1), lines.at(-2))) for (const segment of lines.at(-1) ?? []) found.add(segment);
  return found;
}

function areColumns(left: readonly Segment[], right: readonly Segment[], depth: number): boolean {
  // One side may be two columns itself.
  const isColumn = (side: readonly Segment[]) =>
    isProse(side) ||
    (depth + 1 < deepest && side.length >= fewestLines * 2 && findCut(side, depth + 1) !== undefined);
  return standBeside(left, right) && isColumn(left) && isColumn(right) && !areRows(left, right);
}

/** Sentences that fill their lines and continue in the next one. */
function isProse(column: readonly Segment[]): boolean {
  const lines = toLines(column);
  if (lines.length < fewestLines) return false;
  const from = Math.min(...column.map(({ left }) => left));
  const width = Math.max(...column.map(({ right }) => right)) - from;
  const full = lines.filter((line) => (line.at(-1)?.right ?? 0) - (line[0]?.left ?? 0) > width * 0.65);
  const worded = lines.filter((line) => line.length === 1 && countWords(line[0]?.text ?? "") >= 3);
  if (full.length < lines.length * 0.5 || worded.length < lines.length * 0.6) return false;
  const goingOn = lines
    .slice(1)
    .filter((line, at) => goesOn(lines[at]?.[0]?.text ?? "", line[0]?.text ?? ""));
  return goingOn.length >= (lines.length - 1) * 0.25;
}

/** In scripts without spaces four signs are about a word. */
function countWords(text: string): number {
  const wide =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0;
  return text.split(/\s+/).filter(Boolean).length + wide / 4;
}

function goesOn(line: string, next: string): boolean {
  return !/[.!?:;。！？]["'”’)]?\s*$/.test(line) && /^\s*["'“‘(«]?(?:\p{Ll}|\p{Lo})/u.test(next);
}

function standBeside(left: readonly Segment[], right: readonly Segment[]): boolean {
  if (left.length < fewestLines || right.length < fewestLines) return false;
  const range = (column: readonly Segment[]) => column.map(({ y }) => y);
  const top = Math.min(Math.max(...range(left)), Math.max(...range(right)));
  const bottom = Math.max(Math.min(...range(left)), Math.min(...range(right)));
  return top - bottom > (left[0]?.size ?? 0) * 1.5;
}

/** Rows of a table begin at the same height on both sides, with a gap before each. */
function areRows(left: readonly Segment[], right: readonly Segment[]): boolean {
  const [one, other] = [listStarts(left), listStarts(right)];
  if (one.length < 3 || other.length < 3) return false;
  const size = left[0]?.size ?? 1;
  const shared = one.filter((y) => other.some((each) => Math.abs(each - y) < size * 0.5)).length;
  return shared >= Math.max(one.length, other.length) * 0.75;
}

function listStarts(column: readonly Segment[]): number[] {
  const heights = toLines(column).map((line) => line[0]?.y ?? 0);
  const steps = heights.slice(1).map((y, at) => (heights[at] ?? 0) - y);
  const usual = steps.toSorted((one, other) => one - other)[Math.floor((steps.length - 1) / 3)] ?? 0;
  return heights.filter((_, at) => at === 0 || (steps[at - 1] ?? 0) > usual * 1.3);
}

/** Most of the first column came before most of the second; an address below it may come last. */
function isInOrder({ left, right }: Band, segments: readonly Segment[], isTurned: boolean): boolean {
  const firsts = new Set(isTurned ? right : left);
  const seconds = new Set(isTurned ? left : right);
  const came = segments.filter((segment) => firsts.has(segment) || seconds.has(segment));
  const changes = came
    .slice(1)
    .filter((segment, at) => firsts.has(segment) !== firsts.has(came[at] ?? segment));
  const middle = (column: ReadonlySet<Segment>) =>
    came.flatMap((segment, at) => (column.has(segment) ? [at] : []))[Math.floor(column.size / 2)] ?? 0;
  return changes.length <= Math.max(2, came.length * 0.1) && middle(firsts) < middle(seconds);
}
