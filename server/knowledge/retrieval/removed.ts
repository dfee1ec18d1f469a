import type { Head } from "./segment/head.ts";
import type { Segment } from "./readSegments.ts";

/**
 * Gives for each segment which of its passages are removed, as a 1 at their ordinals; undefined where none is. A
 * removal is in any segment of the same source, because numbers are never used again.
 */
export function findRemoved(segments: readonly Segment[]): (Uint8Array | undefined)[] {
  const removedBySource = new Map<string, Uint32Array[]>();
  for (const { sourceId, head } of segments) {
    if (head.removed.length === 0) continue;
    const lists = removedBySource.get(sourceId) ?? [];
    lists.push(head.removed);
    removedBySource.set(sourceId, lists);
  }
  return segments.map(({ sourceId, head }) => markRemoved(head, removedBySource.get(sourceId) ?? []));
}

function markRemoved({ numbers }: Head, lists: readonly Uint32Array[]): Uint8Array | undefined {
  let marks: Uint8Array | undefined;
  for (const list of lists) {
    for (const number of list) {
      const ordinal = findOrdinal(numbers, number);
      if (ordinal < 0) continue;
      marks ??= new Uint8Array(numbers.length);
      marks[ordinal] = 1;
    }
  }
  return marks;
}

/** Gives the place of a number in an ascending list, -1 where it isn't in it. */
export function findOrdinal(numbers: Uint32Array, number: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = numbers[middle] ?? 0;
    if (found === number) return middle;
    if (found < number) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
