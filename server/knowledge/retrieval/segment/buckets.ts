import { ByteReader, ByteWriter } from "./bytes.ts";

/**
 * A row of many terms is read about as fast as one of a single term, and there are as many times fewer. Joined segments have
 * about half of it in a row, which Postgres then keeps whole in its page: larger ones it would store and read in pieces.
 */
const bucketBytes = 4 * 1024;

/**
 * Says over how many buckets `bytes` bytes of terms are spread: a power of two, so that a bucket of a large segment
 * draws from one bucket of a small one when they are merged.
 */
export function countBuckets(bytes: number): number {
  return bytes === 0 ? 0 : 2 ** Math.ceil(Math.log2(Math.max(1, bytes / bucketBytes)));
}

/**
 * Gives the bucket of a term, counted from 1, in a segment with `bucketCount` of them; the choice is part of the stored
 * form.
 */
export function chooseBucket(term: string, bucketCount: number): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < term.length; index++) {
    hash = Math.imul(hash ^ term.charCodeAt(index), 0x01000193);
  }
  hash ^= hash >>> 15;
  return (hash & (bucketCount - 1)) + 1;
}

/** Gives the stored form of one bucket: its terms in order, each with its encoded postings. */
export function encodeBucket(terms: Iterable<[term: string, postings: Uint8Array]>): Uint8Array {
  const writer = new ByteWriter();
  for (const [term, postings] of [...terms].sort(compareByTerm)) {
    writer.writeText(term);
    writer.writeNumber(postings.length);
    writer.writeBytes(postings);
  }
  return writer.toBytes();
}

/** Gives the terms of a bucket with their encoded postings (views into the bucket). */
export function* readBucket(bucket: Uint8Array): Generator<[term: string, postings: Uint8Array]> {
  const reader = new ByteReader(bucket);
  while (!reader.isAtEnd) {
    const name = reader.readBytes(reader.readNumber());
    const postings = reader.readBytes(reader.readNumber());
    yield [decoder.decode(name), postings];
  }
}

/** A number for each term of a bucket, ascending: says in a few bytes which terms it surely does not have. */
export type Marks = Uint32Array;

export function readMarks(bucket: Uint8Array): Marks {
  const marks: number[] = [];
  const reader = new ByteReader(bucket);
  while (!reader.isAtEnd) {
    marks.push(markOf(reader.readBytes(reader.readNumber())));
    reader.skip(reader.readNumber());
  }
  return Uint32Array.from(marks).sort();
}

/** False where the bucket surely does not have the term; two terms in many millions have the same mark. */
export function mayHave(marks: Marks, term: string): boolean {
  const mark = markOf(encoder.encode(term));
  let from = 0;
  let to = marks.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((marks[middle] ?? 0) < mark) from = middle + 1;
    else to = middle;
  }
  return marks[from] === mark;
}

function markOf(name: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of name) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Gives the encoded postings of those of the wanted terms that the bucket has; the others are passed over unread. */
export function findTerms(bucket: Uint8Array, terms: readonly string[]): Map<string, Uint8Array> {
  const wanted = terms.map((term) => ({ term, name: encoder.encode(term) }));
  const found = new Map<string, Uint8Array>();
  const reader = new ByteReader(bucket);
  while (!reader.isAtEnd && found.size < wanted.length) {
    const length = reader.readNumber();
    const match = wanted.find(({ name }) => name.length === length && reader.isNext(name));
    reader.skip(length);
    const postingsLength = reader.readNumber();
    if (match) found.set(match.term, reader.readBytes(postingsLength));
    else reader.skip(postingsLength);
  }
  return found;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

function compareByTerm([one]: [string, Uint8Array], [other]: [string, Uint8Array]): number {
  return one < other ? -1 : 1;
}
