import { newId } from "../../database/ids.ts";
import type { Db, Store } from "../../database/store.ts";
import { SegmentCache } from "./cache.ts";
import { insertBuckets } from "./indexPassages.ts";
import type { IndexOwner } from "./indexPassages.ts";
import { joinSegments } from "./joinSegments.ts";
import { hideSegment, markSegment, sweepSegments, unmarkSegment } from "./sweepSegments.ts";
import { chooseMerge } from "./chooseMerge.ts";
import { listSegments } from "./readSegments.ts";
import type { EncodedSegment } from "./segment/encodeSegment.ts";
import { headBucket } from "./tables.ts";

/** One new segment and the names of those whose place it takes. */
export interface Merge {
  replaces: string[];
  segment: EncodedSegment;
}

/**
 * Merges the segments of a source until their sizes grow geometrically, so that a question meets few of
 * them, and drops removed passages. Call it after each batch; mostly there is nothing to do. Reading and
 * joining is heavy: the server lets the search pool plan and applies the plan itself.
 */
export async function mergeSegments(store: Store, owner: IndexOwner): Promise<void> {
  for (;;) {
    const merge = await planMerge(store.reader, owner);
    if (!merge) return sweepSegments(store, owner);
    await applyMerge(store, { ...owner, merge });
  }
}

/**
 * Gives the next merge that is due, its new segment ready to be written; undefined when none is. With a `cache` the
 * heads of the large segments are not read again after each batch.
 */
export async function planMerge(
  reader: Db,
  owner: IndexOwner,
  cache: SegmentCache = new SegmentCache(),
): Promise<Merge | undefined> {
  const { organizationId, sourceId } = owner;
  for (let attempt = 0; attempt < 3; attempt++) {
    const segments = await listSegments(reader, { organizationId, sourceIds: [sourceId], cache });
    if (!segments) continue;
    const chosen = chooseMerge(segments);
    if (chosen.length === 0) return undefined;
    const segment = await joinSegments(reader, { chosen, all: segments });
    if (segment) return { replaces: chosen.map(({ name }) => name), segment };
  }
  return undefined;
}

/**
 * Writes a planned merge in short transactions: first the new rows, which nobody sees without their
 * head, then in one step the new head for the old ones, then the old rows go. Killed anywhere, the index
 * is whole and a later sweep removes what is left. Gives false where another merge was quicker.
 */
export async function applyMerge(
  store: Store,
  { merge, ...owner }: IndexOwner & { merge: Merge },
): Promise<boolean> {
  const segment = newId();
  await store.transaction((tx) =>
    markSegment(tx, { ...owner, segment, removeAfter: Date.now() + longestMergeMs }),
  );
  const { buckets, head } = merge.segment;
  for (let from = 0; from < buckets.length; from += bucketsAtOnce) {
    const slice = buckets.slice(from, from + bucketsAtOnce);
    await store.transaction((tx) =>
      insertBuckets(tx, { ...owner, segment, buckets: slice, first: from + 1 }),
    );
  }
  const isTaken = await store.transaction((tx) => switchHeads(tx, { ...owner, segment, head, merge }));
  await sweepSegments(store, owner);
  return isTaken;
}

const longestMergeMs = 60 * 60 * 1000;
const bucketsAtOnce = 160;

async function switchHeads(
  tx: Db,
  { merge, segment, head, ...owner }: IndexOwner & { merge: Merge; segment: string; head: Uint8Array },
): Promise<boolean> {
  const gone = await tx
    .selectFrom("passageSegments")
    .select("segment")
    .where("organizationId", "=", owner.organizationId)
    .where("sourceId", "=", owner.sourceId)
    .where("bucket", "=", headBucket)
    .where("segment", "in", merge.replaces)
    .forUpdate()
    .execute();
  if (gone.length < merge.replaces.length) {
    await markSegment(tx, { ...owner, segment, removeAfter: 0 });
    return false;
  }
  await insertBuckets(tx, { ...owner, segment, buckets: [head], first: headBucket });
  await unmarkSegment(tx, { ...owner, segment });
  for (const old of merge.replaces) await hideSegment(tx, { ...owner, segment: old });
  return true;
}
