import type { Db, Store } from "../../database/store.ts";
import type { IndexOwner } from "./indexPassages.ts";
import { ByteReader, ByteWriter } from "./segment/bytes.ts";
import { headBucket, markBucket } from "./tables.ts";

/** Notes in the same transaction that the rows of a segment go away, not before the given time. */
export async function markSegment(
  tx: Db,
  { removeAfter, ...key }: IndexOwner & { segment: string; removeAfter: number },
): Promise<void> {
  const writer = new ByteWriter();
  writer.writeNumber(removeAfter);
  await tx
    .insertInto("passageSegments")
    .values({ ...key, bucket: markBucket, data: writer.toBytes() })
    .onConflict((conflict) =>
      conflict
        .columns(["organizationId", "sourceId", "bucket", "segment"])
        .doUpdateSet({ data: writer.toBytes() }),
    )
    .execute();
}

/** Takes the note back: the segment stays. */
export async function unmarkSegment(tx: Db, key: IndexOwner & { segment: string }): Promise<void> {
  await removeBuckets(tx, { ...key, segments: [key.segment], from: markBucket, to: markBucket });
}

/** Takes a segment out of the index at once, and leaves its rows to the next sweep. */
export async function hideSegment(tx: Db, key: IndexOwner & { segment: string }): Promise<void> {
  await removeBuckets(tx, { ...key, segments: [key.segment], from: headBucket, to: headBucket });
  await markSegment(tx, { ...key, removeAfter: 0 });
}

/** Takes a whole source out of the index in one short transaction; sweepSegments gives the space back afterwards. */
export async function hideSource(tx: Db, owner: IndexOwner): Promise<void> {
  for (const segment of await listBucket(tx, { ...owner, bucket: headBucket })) {
    await hideSegment(tx, { ...owner, segment: segment.segment });
  }
}

/** Removes the rows of marked segments of a source in short transactions, also those a killed merge left. */
export async function sweepSegments(store: Store, owner: IndexOwner): Promise<void> {
  const marked = await listBucket(store.db, { ...owner, bucket: markBucket });
  const due = marked.filter(({ data }) => new ByteReader(data).readNumber() <= Date.now());
  if (due.length === 0) return;
  const lasts = await findLastBuckets(
    store.reader,
    owner,
    due.map(({ segment }) => segment),
  );
  for (const [segment, last] of lasts) {
    for (let from = bucketsAtOnce + 1; from <= last; from += bucketsAtOnce) {
      await removeBuckets(store.db, { ...owner, segments: [segment], from, to: from + bucketsAtOnce - 1 });
    }
  }
  // The marks go with the last rows of their segments; small segments, as most are, go several at once.
  for (const segments of shareOut(lasts)) {
    await removeBuckets(store.db, { ...owner, segments, from: markBucket, to: bucketsAtOnce });
  }
}

/** Gives the segments in groups whose first rows are few enough to go in one statement. */
function shareOut(lasts: ReadonlyMap<string, number>): string[][] {
  const groups: string[][] = [];
  let rows = Infinity;
  for (const [segment, last] of lasts) {
    rows += Math.min(last, bucketsAtOnce);
    if (rows > bucketsAtOnce) {
      groups.push([]);
      rows = Math.min(last, bucketsAtOnce);
    }
    groups.at(-1)?.push(segment);
  }
  return groups;
}

const bucketsAtOnce = 160;

function listBucket(
  db: Db,
  { organizationId, sourceId, bucket }: IndexOwner & { bucket: number },
): Promise<{ segment: string; data: Uint8Array }[]> {
  return db
    .selectFrom("passageSegments")
    .select(["segment", "data"])
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("bucket", "=", bucket)
    .execute();
}

async function findLastBuckets(
  reader: Db,
  { organizationId, sourceId }: IndexOwner,
  segments: readonly string[],
): Promise<Map<string, number>> {
  const rows = await reader
    .selectFrom("passageSegments")
    .select((select) => ["segment", select.fn.max("bucket").as("last")])
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("segment", "in", segments)
    .groupBy("segment")
    .execute();
  return new Map(rows.map(({ segment, last }) => [segment, last]));
}

async function removeBuckets(
  tx: Db,
  {
    organizationId,
    sourceId,
    segments,
    from,
    to,
  }: IndexOwner & { segments: readonly string[]; from: number; to: number },
): Promise<void> {
  await tx
    .deleteFrom("passageSegments")
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("bucket", ">=", from)
    .where("bucket", "<=", to)
    .where("segment", "in", segments)
    .execute();
}
