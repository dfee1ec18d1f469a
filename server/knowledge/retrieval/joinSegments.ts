import type { Db } from "../../database/store.ts";
import type { Segment } from "./readSegments.ts";
import { findOrdinal, findRemoved } from "./removed.ts";
import { chooseBucket, encodeBucket } from "./segment/buckets.ts";
import type { EncodedSegment } from "./segment/encodeSegment.ts";
import { encodeHead } from "./segment/head.ts";
import { mergeBuckets } from "./segment/mergeBuckets.ts";
import { chainPostings, decodePostings, encodePostings } from "./segment/postings.ts";
import type { PostingList } from "./segment/postings.ts";

/**
 * Gives the one segment that says what the chosen ones say, without the passages that any segment of the
 * source (`all`) removed; undefined where one of them was merged away meanwhile. It works bucket by
 * bucket, so it needs memory for the result and little more.
 */
export async function joinSegments(
  reader: Db,
  segments: { chosen: readonly Segment[]; all: readonly Segment[] },
): Promise<EncodedSegment | undefined> {
  return joinRows({ ...segments, read: (step, end) => readRows(reader, { ...segments, step, end }) });
}

/** Gives what `joinSegments` does of segments that were encoded but not written. */
export async function joinEncoded({
  encoded,
  chosen,
  all,
}: {
  encoded: readonly EncodedSegment[];
  chosen: readonly Segment[];
  all: readonly Segment[];
}): Promise<EncodedSegment | undefined> {
  const rows = new Map<string, Uint8Array>();
  chosen.forEach(({ name }, at) =>
    encoded[at]?.buckets.forEach((bucket, index) => rows.set(`${name} ${index + 1}`, bucket)),
  );
  return joinRows({ chosen, all, read: () => Promise.resolve(rows) });
}

interface Joined {
  chosen: readonly Segment[];
  all: readonly Segment[];
  /** Gives the rows that the steps from `step` to `end` draw from, by "segment bucket". */
  read(step: number, end: number): Promise<Map<string, Uint8Array> | undefined>;
}

async function joinRows({ chosen, all, read }: Joined): Promise<EncodedSegment | undefined> {
  const kept = keepPassages(chosen, all);
  const removed = keepRemovals(chosen, all);
  const bucketCount = kept.count === 0 ? 0 : chooseBucketCount(chosen);
  const languages = [...new Set(chosen.flatMap((segment) => segment.head.languages))];
  const head = encodeHead({ bucketCount, ...kept.lengths, removed, languages });

  const buckets: Uint8Array[] = [];
  const steps = Math.max(...chosen.map((segment) => segment.head.bucketCount));
  for (let step = 0; kept.count > 0 && step < steps; step += stepsAtOnce) {
    const end = Math.min(steps, step + stepsAtOnce);
    const rows = await read(step, end);
    if (!rows) return undefined;
    for (let at = step; at < end; at++) {
      const joined = joinBuckets({ chosen, rows, at, steps, kept });
      const byBucket = Map.groupBy(joined, ([term]) => chooseBucket(term, bucketCount) - 1);
      for (let bucket = at; bucket < bucketCount; bucket += steps) {
        buckets[bucket] = encodeBucket(byBucket.get(bucket) ?? []);
      }
    }
  }
  return { head, buckets };
}

const stepsAtOnce = 128;

/** At least as many as the largest has, so that each new bucket draws from one bucket of each old segment. */
function chooseBucketCount(chosen: readonly Segment[]): number {
  const sum = chosen.reduce((total, { head }) => total + head.bucketCount, 0);
  return 2 ** Math.round(Math.log2(Math.max(1, sum)));
}

interface Kept {
  count: number;
  lengths: { numbers: Uint32Array; title: Uint32Array; headings: Uint32Array; text: Uint32Array };
  /** For each chosen segment the new ordinal of each of its passages, -1 for a removed one. */
  newOrdinals: Int32Array[];
  /** The places of the chosen segments in the order of their first passages. */
  order: number[];
  /**
   * By how much the ordinals of each, in that order, move, where all passages are kept and one segment begins after the
   * other ends, as batches of a sync do: their lists need not be taken apart.
   */
  shifts: number[] | undefined;
}

function keepPassages(chosen: readonly Segment[], all: readonly Segment[]): Kept {
  const removed = new Map(findRemoved(all).map((marks, index) => [all[index]?.name, marks]));
  const places: { number: number; segment: number; ordinal: number }[] = [];
  chosen.forEach(({ name, head }, segment) => {
    const gone = removed.get(name);
    head.numbers.forEach((number, ordinal) => {
      if (!gone?.[ordinal]) places.push({ number, segment, ordinal });
    });
  });
  places.sort((one, other) => one.number - other.number);

  const newOrdinals = chosen.map(({ head }) => new Int32Array(head.numbers.length).fill(-1));
  places.forEach(({ segment, ordinal }, index) => newOrdinals[segment]?.fill(index, ordinal, ordinal + 1));
  const readLengths = (field: "numbers" | "title" | "headings" | "text") =>
    Uint32Array.from(places, ({ segment, ordinal }) => chosen[segment]?.head[field][ordinal] ?? 0);
  return {
    count: places.length,
    newOrdinals,
    ...putInOrder(newOrdinals),
    lengths: {
      numbers: readLengths("numbers"),
      title: readLengths("title"),
      headings: readLengths("headings"),
      text: readLengths("text"),
    },
  };
}

function putInOrder(newOrdinals: readonly Int32Array[]): Pick<Kept, "order" | "shifts"> {
  const order = [...newOrdinals.keys()].sort(
    (one, other) => (newOrdinals[one]?.[0] ?? 0) - (newOrdinals[other]?.[0] ?? 0),
  );
  const isMoved = newOrdinals.every((now) =>
    now.every((ordinal, index) => ordinal === (now[0] ?? 0) + index),
  );
  const isKept = newOrdinals.every((now) => now[0] !== -1);
  const shifts = isMoved && isKept ? order.map((place) => newOrdinals[place]?.[0] ?? 0) : undefined;
  return { order, shifts };
}

/** A removal is kept only while a segment that is not merged now still holds the passage. */
function keepRemovals(chosen: readonly Segment[], all: readonly Segment[]): Uint32Array {
  const names = new Set(chosen.map(({ name }) => name));
  const others = all.filter(({ name }) => !names.has(name));
  const numbers = new Set<number>();
  for (const { head } of chosen) {
    for (const number of head.removed) {
      if (others.some((other) => findOrdinal(other.head.numbers, number) >= 0)) numbers.add(number);
    }
  }
  return Uint32Array.from(numbers).sort();
}

async function readRows(
  reader: Db,
  { chosen, step, end }: { chosen: readonly Segment[]; step: number; end: number },
): Promise<Map<string, Uint8Array> | undefined> {
  const found = new Map<string, Uint8Array>();
  for (const { organizationId, sourceId, name, head } of chosen) {
    const wanted = new Set<number>();
    for (let at = step; head.bucketCount > 0 && at < end; at++) wanted.add((at % head.bucketCount) + 1);
    if (wanted.size === 0) continue;
    const rows = await reader
      .selectFrom("passageSegments")
      .where("organizationId", "=", organizationId)
      .where("sourceId", "=", sourceId)
      .where("bucket", "in", [...wanted])
      .where("segment", "=", name)
      .select(["bucket", "data"])
      .execute();
    if (rows.length < wanted.size) return undefined;
    for (const { bucket, data } of rows) found.set(`${name} ${bucket}`, data);
  }
  return found;
}

/** Gives the joined postings of the terms whose bucket, among `steps` of them, is `at` (counted from 0), in order. */
function joinBuckets({
  chosen,
  rows,
  at,
  steps,
  kept,
}: {
  chosen: readonly Segment[];
  rows: ReadonlyMap<string, Uint8Array>;
  at: number;
  steps: number;
  kept: Kept;
}): [term: string, postings: Uint8Array][] {
  const joined: [term: string, postings: Uint8Array][] = [];
  const buckets = kept.order.map((segment) => {
    const { name, head } = chosen[segment] as Segment; // the order is of their places
    return head.bucketCount > 0 ? rows.get(`${name} ${(at % head.bucketCount) + 1}`) : undefined;
  });
  const hasSmaller = chosen.some(({ head }) => head.bucketCount < steps);
  for (const { term, pieces } of mergeBuckets(buckets)) {
    if (hasSmaller && chooseBucket(term, steps) !== at + 1) continue;
    const postings = kept.shifts
      ? chainPostings(
          pieces.map(({ place, postings: bytes }) => ({ bytes, shift: kept.shifts?.[place] ?? 0 })),
        )
      : renumberPostings(
          pieces.map(({ place, postings: bytes }) => ({
            bytes,
            newOrdinals: kept.newOrdinals[kept.order[place] ?? 0],
          })),
        );
    if (postings) joined.push([term, postings]);
  }
  return joined;
}

/** Takes lists apart and gives one of the passages that are left; undefined where none is. */
function renumberPostings(
  pieces: readonly { bytes: Uint8Array; newOrdinals: Int32Array | undefined }[],
): Uint8Array | undefined {
  const list: PostingList = [];
  let isSorted = true;
  for (const { bytes, newOrdinals } of pieces) {
    const { ordinals, title, headings, text } = decodePostings(bytes);
    let last = list[list.length - 4] ?? -1;
    for (let index = 0; index < ordinals.length; index++) {
      const ordinal = newOrdinals?.[ordinals[index] ?? 0] ?? -1;
      if (ordinal < 0) continue;
      if (ordinal < last) isSorted = false;
      last = ordinal;
      list.push(ordinal, title?.[index] ?? 0, headings?.[index] ?? 0, text[index] ?? 0);
    }
  }
  return list.length === 0 ? undefined : encodePostings(isSorted ? list : sortPostings(list));
}

/** Segments mostly follow one another, so that few lists need it. */
function sortPostings(list: PostingList): PostingList {
  return Array.from({ length: list.length / 4 }, (_, index) => list.slice(index * 4, index * 4 + 4))
    .sort(([one = 0], [other = 0]) => one - other)
    .flat();
}
