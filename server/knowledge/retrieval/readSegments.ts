import { statement } from "../../database/statement.ts";
import type { Db } from "../../database/store.ts";
import type { SegmentCache } from "./cache.ts";
import { chooseBucket, findTerms, mayHave, readMarks } from "./segment/buckets.ts";
import { decodeHead } from "./segment/head.ts";
import type { Head } from "./segment/head.ts";
import { decodePostings } from "./segment/postings.ts";
import type { Postings } from "./segment/postings.ts";
import { headBucket } from "./tables.ts";

/** A segment that is part of the index now. */
export interface Segment {
  organizationId: string;
  sourceId: string;
  name: string;
  head: Head;
}

/**
 * Gives the segments of some sources, or undefined where one was merged away between the two
 * statements: then ask again. The list itself is one statement, so it is one moment of the index.
 */
export async function listSegments(
  reader: Db,
  { organizationId, sourceIds, cache }: Sources & { cache: SegmentCache },
): Promise<Segment[] | undefined> {
  const listed = await selectNames(reader, { organizationId, sourceIds });
  const segments: Segment[] = [];
  const missing = new Map<string, string>();
  for (const { sourceId, segment } of listed) {
    const head = cache.getHead(segment);
    if (head) segments.push({ organizationId, sourceId, name: segment, head });
    else missing.set(segment, sourceId);
  }
  for (const names of inSlices([...missing.keys()])) {
    const rows = await selectHeads(reader, { organizationId, sourceIds })
      .where("segment", "in", names)
      .select(["segment", "data"])
      .execute();
    if (rows.length < names.length) return undefined;
    for (const { segment, data } of rows) {
      const head = decodeHead(data);
      cache.setHead(segment, head);
      segments.push({ organizationId, sourceId: missing.get(segment) ?? "", name: segment, head });
    }
  }
  return segments;
}

interface Sources {
  organizationId: string;
  sourceIds: readonly string[];
}

const selectNames = statement((reader, sources: Sources) =>
  selectHeads(reader, sources).select(["sourceId", "segment"]),
);

function selectHeads(reader: Db, { organizationId, sourceIds }: Sources) {
  return reader
    .selectFrom("passageSegments")
    .where("organizationId", "=", organizationId)
    .where("sourceId", "in", sourceIds)
    .where("bucket", "=", headBucket);
}

/**
 * Gives the postings of some terms in some segments, `[segment][term]`, null where a segment does not
 * have the term; undefined where a segment was merged away meanwhile.
 */
export async function readPostings(
  reader: Db,
  { segments, terms, cache }: { segments: readonly Segment[]; terms: readonly string[]; cache: SegmentCache },
): Promise<(Postings | null)[][] | undefined> {
  // What the cache has is taken out first: what is put in below may push it out.
  const known = segments.map(({ name }) => terms.map((term) => cache.getPostings(name, term)));
  const wanted = segments
    .map((segment, at) => ({ segment, terms: terms.filter((_, term) => known[at]?.[term] === undefined) }))
    .filter((each) => each.terms.length > 0 && each.segment.head.bucketCount > 0);
  const fresh = new Map<string, Postings>();
  for (const slice of inSlices(wanted)) {
    const buckets = await readBuckets(reader, slice);
    if (!buckets) return undefined;
    for (const each of slice) takePostings({ ...each, buckets, fresh });
  }
  for (const { segment, terms: missing } of wanted) {
    for (const term of missing) {
      const postings = fresh.get(`${segment.name} ${term}`) ?? null;
      cache.setPostings({ segment: segment.name, term, postings });
    }
  }
  return segments.map(({ name }, at) =>
    terms.map((term, index) => known[at]?.[index] ?? fresh.get(`${name} ${term}`) ?? null),
  );
}

/**
 * Gives the terms that segments have, with how many passages have each. Most of what is asked for is not there: of the
 * buckets that were read once it is known without asking the store again. Undefined where a segment was merged away
 * meanwhile.
 */
export async function countTerms(
  reader: Db,
  { segments, terms, cache }: { segments: readonly Segment[]; terms: readonly string[]; cache: SegmentCache },
): Promise<Map<string, number> | undefined> {
  const counts = new Map<string, number>();
  for (const segment of segments) {
    const { name, head } = segment;
    if (head.bucketCount === 0) continue;
    const likely = terms.filter((term) => {
      const marks = cache.getMarks(name, chooseBucket(term, head.bucketCount));
      return !marks || mayHave(marks, term);
    });
    if (likely.length === 0) continue;
    const buckets = await readBuckets(reader, [{ segment, terms: likely }]);
    if (!buckets) return undefined;
    for (const [key, data] of buckets) {
      const bucket = Number(key.slice(name.length + 1));
      if (!cache.getMarks(name, bucket)) cache.setMarks({ segment: name, bucket, marks: readMarks(data) });
    }
    const found = new Map<string, Postings>();
    takePostings({ segment, terms: likely, buckets, fresh: found });
    for (const [key, { ordinals }] of found) {
      const term = key.slice(name.length + 1);
      counts.set(term, (counts.get(term) ?? 0) + ordinals.length);
    }
  }
  return counts;
}

interface WantedTerms {
  segment: Segment;
  terms: readonly string[];
}

/** Gives the rows that hold the wanted terms by "segment bucket"; every one of them exists while its segment does. */
async function readBuckets(
  reader: Db,
  wanted: readonly WantedTerms[],
): Promise<Map<string, Uint8Array> | undefined> {
  const found = new Map<string, Uint8Array>();
  let expected = 0;
  for (const group of Map.groupBy(wanted, ({ segment }) => segment.sourceId).values()) {
    const places = group.map(({ segment: { organizationId, sourceId, name, head }, terms }) => ({
      ...{ organizationId, sourceId, name },
      buckets: [...new Set(terms.map((term) => chooseBucket(term, head.bucketCount)))],
    }));
    expected += places.reduce((sum, { buckets }) => sum + buckets.length, 0);
    const rows = await selectBuckets(reader, { places });
    for (const { segment, bucket, data } of rows) found.set(`${segment} ${bucket}`, data);
  }
  return found.size < expected ? undefined : found;
}

interface Places {
  places: { organizationId: string; sourceId: string; name: string; buckets: number[] }[];
}

const selectBuckets = statement((reader, { places }: Places) =>
  reader
    .selectFrom("passageSegments")
    .where((where) =>
      where.or(
        places.map(({ organizationId, sourceId, name, buckets }) =>
          // A whole key in each branch: SQLite would read all of the source for branches that share a part of it.
          where.and([
            where("organizationId", "=", organizationId),
            where("sourceId", "=", sourceId),
            where("bucket", "in", buckets),
            where("segment", "=", name),
          ]),
        ),
      ),
    )
    .select(["segment", "bucket", "data"]),
);

function takePostings({
  segment,
  terms,
  buckets,
  fresh,
}: WantedTerms & { buckets: ReadonlyMap<string, Uint8Array>; fresh: Map<string, Postings> }): void {
  const byBucket = Map.groupBy(terms, (term) => chooseBucket(term, segment.head.bucketCount));
  for (const [bucket, group] of byBucket) {
    const data = buckets.get(`${segment.name} ${bucket}`);
    if (!data) continue;
    for (const [term, postings] of findTerms(data, group)) {
      fresh.set(`${segment.name} ${term}`, decodePostings(postings));
    }
  }
}

/** Both stores take far more values in a statement than this; it keeps statements quick to prepare. */
const sliceLength = 50;

function inSlices<Item>(items: readonly Item[]): Item[][] {
  const slices: Item[][] = [];
  for (let from = 0; from < items.length; from += sliceLength)
    slices.push(items.slice(from, from + sliceLength));
  return slices;
}
