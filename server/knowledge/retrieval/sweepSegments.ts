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
  await removeBuckets(tx, { ...key, from: markBucket, to: markBucket });
}

/** Takes a segment out of the index at once, and leaves its rows to the next sweep. */
export async function hideSegment(tx: Db, key: IndexOwner & { segment: string }): Promise<void> {
  await removeBuckets(tx, { ...key, from: headBucket, to: headBucket });
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
  for (const { segment, data } of await listBucket(store.db, { ...owner, bucket: markBucket })) {
    if (new ByteReader(data).readNumber() > Date.now()) continue;
    const last = await findLastBucket(store.reader, { ...owner, segment });
    for (let from = 1; from <= last; from += bucketsAtOnce) {
      await removeBuckets(store.db, { ...owner, segment, from, to: from + bucketsAtOnce - 1 });
    }
    await unmarkSegment(store.db, { ...owner, segment });
  }
}

const bucketsAtOnce = 40;

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

async function findLastBucket(
  reader: Db,
  { organizationId, sourceId, segment }: IndexOwner & { segment: string },
): Promise<number> {
  const row = await reader
    .selectFrom("passageSegments")
    .select((select) => select.fn.max("bucket").as("last"))
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("segment", "=", segment)
    .executeTakeFirst();
  return row?.last ?? 0;
}

async function removeBuckets(
  tx: Db,
  { organizationId, sourceId, segment, from, to }: IndexOwner & { segment: string; from: number; to: number },
): Promise<void> {
  await tx
    .deleteFrom("passageSegments")
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("bucket", ">=", from)
    .where("bucket", "<=", to)
    .where("segment", "=", segment)
    .execute();
}
