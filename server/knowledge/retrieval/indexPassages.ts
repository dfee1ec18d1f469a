import { newId } from "../../database/ids.ts";
import type { Db } from "../../database/store.ts";
import { encodeSegment } from "./segment/encodeSegment.ts";
import type { EncodedSegment, IndexedPassage } from "./segment/encodeSegment.ts";
import { headBucket } from "./tables.ts";

/** Whose index is meant. */
export interface IndexOwner {
  organizationId: string;
  sourceId: string;
}

/** Writes passages into the index of their source as one new segment, found as soon as `tx` commits. */
export async function indexPassages(
  tx: Db,
  {
    passages,
    removed,
    ...owner
  }: IndexOwner & { passages: readonly IndexedPassage[]; removed?: readonly number[] },
): Promise<void> {
  if (passages.length === 0 && !removed?.length) return;
  await writeSegment(tx, { ...owner, segment: encodeSegment({ passages, removed: removed ?? [] }) });
}

/** Takes passages out of the index of their source; the space is given back when segments are merged. */
export async function removePassages(
  tx: Db,
  { numbers, ...owner }: IndexOwner & { numbers: readonly number[] },
): Promise<void> {
  await indexPassages(tx, { ...owner, passages: [], removed: numbers });
}

/** Writes a segment that was encoded elsewhere (in a thread, say), so that this transaction only stores rows. */
export async function writeSegment(
  tx: Db,
  { segment, ...owner }: IndexOwner & { segment: EncodedSegment },
): Promise<void> {
  const buckets = [segment.head, ...segment.buckets];
  await insertBuckets(tx, { ...owner, segment: newId(), buckets, first: headBucket });
}

/** Inserts rows of a segment, the first of them as bucket `first`. */
export async function insertBuckets(
  tx: Db,
  { buckets, first, ...key }: IndexOwner & { segment: string; buckets: readonly Uint8Array[]; first: number },
): Promise<void> {
  for (let from = 0; from < buckets.length; from += rowsAtOnce) {
    const rows = buckets
      .slice(from, from + rowsAtOnce)
      .map((data, index) => ({ ...key, bucket: first + from + index, data }));
    await tx.insertInto("passageSegments").values(rows).execute();
  }
}

const rowsAtOnce = 80;
