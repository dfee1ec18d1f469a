interface Turned {
  str: string;
  transform: number[];
}

/**
 * Gives the pieces of a page as they stand when it is held so that most of its letters are upright: tables are often
 * printed along the long side of the paper, and their lines would be no lines otherwise.
 */
export function turnUpright(items: readonly object[]): readonly object[] {
  const letters = [0, 0, 0, 0];
  for (const item of items) {
    if (isPiece(item)) letters[quarterOf(item)] = (letters[quarterOf(item)] ?? 0) + item.str.trim().length;
  }
  const quarter = letters.indexOf(Math.max(...letters));
  if (quarter === 0) return items;
  return items.map((item) => (isPiece(item) ? { ...item, transform: turn(item.transform, quarter) } : item));
}

function isPiece(item: object): item is Turned {
  return (
    "str" in item && typeof item.str === "string" && "transform" in item && Array.isArray(item.transform)
  );
}

/** By how many quarters against the clock the letters are turned. */
function quarterOf({ transform: [along = 1, up = 0] }: Turned): number {
  if (Math.abs(up) > Math.abs(along)) return up > 0 ? 1 : 3;
  return along < 0 ? 2 : 0;
}

/** Turns the three points of a transform with the clock. */
function turn([a = 0, b = 0, c = 0, d = 0, x = 0, y = 0]: number[], quarters: number): number[] {
  if (quarters === 1) return [b, -a, d, -c, y, -x];
  return quarters === 2 ? [-a, -b, -c, -d, -x, -y] : [-b, a, -d, c, -y, x];
}
