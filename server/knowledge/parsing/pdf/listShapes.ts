import type { Box } from "./geometry.ts";

export interface Shape {
  box: Box;
  /** Its box is its shape. */
  isRectangle: boolean;
}

/** How many numbers follow each sign of a path in pdf.js: move, line, curve, curve of three, close. */
const lengths = [2, 2, 6, 4, 0];
const mostShapes = 2000;

/** Gives the shapes in a path, as pdf.js writes it: a table's lines are often one path. */
export function listShapes(path: ArrayLike<number>): Shape[] {
  const shapes: Shape[] = [];
  let points: [number, number][] = [];
  let isStraight = true;
  const close = () => {
    if (points.length > 1 && shapes.length < mostShapes) shapes.push(toShape(points, isStraight));
    points = [];
    isStraight = true;
  };
  for (let at = 0; at < path.length;) {
    const sign = path[at] ?? 4;
    const length = lengths[sign];
    if (length === undefined) break;
    if (sign === 0) close();
    if (sign === 2 || sign === 3) isStraight = false;
    for (let next = at + 1; next + 1 <= at + length; next += 2)
      points.push([path[next] ?? 0, path[next + 1] ?? 0]);
    at += 1 + length;
  }
  close();
  return shapes;
}

function toShape(points: readonly [number, number][], isStraight: boolean): Shape {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const sides = [least(xs), least(ys), most(xs), most(ys)] as const;
  const isCorner = ([x, y]: [number, number]) =>
    (x === sides[0] || x === sides[2]) && (y === sides[1] || y === sides[3]);
  return { box: sides, isRectangle: isStraight && points.length <= 5 && points.every(isCorner) };
}

/** A path may have more points than a call has arguments. */
function least(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => Math.min(one, other), Infinity);
}

function most(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => Math.max(one, other), -Infinity);
}
