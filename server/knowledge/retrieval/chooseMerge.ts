import type { Segment } from "./readSegments.ts";

/** How many segments of about the same size become one, as many times larger. */
const fanIn = 4;

/** A segment larger than this is no longer merged with others: joining it would take too much memory at once. */
const largestPassages = 400_000;

/**
 * Gives the segments that should be merged now, none when all is well. A source of n passages keeps
 * about fanIn * log(n) segments; when removed passages make up a quarter of it, all of it is rewritten.
 */
export function chooseMerge<Sized extends Pick<Segment, "head">>(segments: readonly Sized[]): Sized[] {
  const sizes = new Map(segments.map((segment) => [segment, countEntries(segment)]));
  const small = segments.filter((segment) => segment.head.numbers.length <= largestPassages);

  const passages = small.reduce((sum, { head }) => sum + head.numbers.length, 0);
  const removed = small.reduce((sum, { head }) => sum + head.removed.length, 0);
  if (removed > fewRemoved && removed > passages / 4) return small;

  const byLevel = Map.groupBy(small, (segment) =>
    Math.floor(Math.log(sizes.get(segment) ?? 1) / Math.log(fanIn)),
  );
  const levels = [...byLevel.keys()].sort((one, other) => one - other);
  const full = levels.find((level) => (byLevel.get(level)?.length ?? 0) >= fanIn);
  return full === undefined ? [] : (byLevel.get(full) ?? []);
}

const fewRemoved = 64;

/** Tiny segments count as one size: below this, how many there are costs more than how large they are. */
const smallestSize = 64;

function countEntries({ head }: Pick<Segment, "head">): number {
  return Math.max(smallestSize, head.numbers.length + head.removed.length);
}
