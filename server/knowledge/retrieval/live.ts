import { findOrdinal, findRemoved } from "./removed.ts";
import type { Segment } from "./readSegments.ts";

/** Which passages are in the index now. */
export interface LivePassages {
  has(sourceId: string, number: number): boolean;
  /** The numbers of a source's passages, in no order. */
  list(sourceId: string): number[];
}

/** Gives the passages that segments hold and none of them removed. */
export function readLive(segments: readonly Segment[]): LivePassages {
  const removed = findRemoved(segments);
  const bySource = Map.groupBy(
    segments.map(({ sourceId, head }, at) => ({ sourceId, numbers: head.numbers, gone: removed[at] })),
    ({ sourceId }) => sourceId,
  );
  return {
    has: (sourceId, number) =>
      bySource.get(sourceId)?.some(({ numbers, gone }) => {
        const ordinal = findOrdinal(numbers, number);
        return ordinal >= 0 && !gone?.[ordinal];
      }) ?? false,
    list: (sourceId) =>
      (bySource.get(sourceId) ?? []).flatMap(({ numbers, gone }) =>
        [...numbers].filter((_, ordinal) => !gone?.[ordinal]),
      ),
  };
}
