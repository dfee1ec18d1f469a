import { ByteReader, ByteWriter } from "./bytes.ts";

/** The parts of a passage that are counted apart, because a word in a title says more than one in the text. */
export const fields = ["title", "headings", "text"] as const;

/**
 * Where a term is in a segment: the ordinals of its passages, ascending, and beside each how often the passage has it
 * in its title, its headings and its text. An array that is all zero is left out.
 */
export interface Postings {
  ordinals: Uint32Array;
  title: Uint16Array | undefined;
  headings: Uint16Array | undefined;
  text: Uint16Array;
}

/** The same while it is being collected: four numbers a passage (ordinal, title, headings, text). */
export type PostingList = number[];

const most = 0xffff;

/** Gives the stored form: gaps between ordinals, and one byte of counts for the usual passage. */
export function encodePostings(list: PostingList): Uint8Array {
  writer.clear();
  writer.writeNumber(list.length / 4);
  let previous = -1;
  for (let at = 0; at < list.length; at += 4) {
    const ordinal = list[at] ?? 0;
    const title = list[at + 1] ?? 0;
    const headings = list[at + 2] ?? 0;
    const text = list[at + 3] ?? 0;
    writer.writeNumber(ordinal - previous - 1);
    previous = ordinal;
    const hasMore = title > 0 || headings > 0;
    writer.writeNumber(Math.min(text, most) * 2 + (hasMore ? 1 : 0));
    if (!hasMore) continue;
    writer.writeNumber(Math.min(title, most));
    writer.writeNumber(Math.min(headings, most));
  }
  return writer.toBytes();
}

/** One for all: most lists are a few bytes long, and there are very many. */
const writer = new ByteWriter();

/** Reads the stored form. */
export function decodePostings(bytes: Uint8Array): Postings {
  const reader = new ByteReader(bytes);
  const count = reader.readNumber();
  const postings: Postings = {
    ordinals: new Uint32Array(count),
    title: undefined,
    headings: undefined,
    text: new Uint16Array(count),
  };
  let ordinal = -1;
  for (let index = 0; index < count; index++) {
    ordinal += reader.readNumber() + 1;
    postings.ordinals[index] = ordinal;
    const packed = reader.readNumber();
    postings.text[index] = packed >>> 1;
    if ((packed & 1) === 0) continue;
    postings.title ??= new Uint16Array(count);
    postings.headings ??= new Uint16Array(count);
    postings.title[index] = reader.readNumber();
    postings.headings[index] = reader.readNumber();
  }
  return postings;
}

/**
 * Gives the stored form of lists that follow one another as one: the ordinals of each are moved up by its shift, which
 * puts all of them after those before. Only the first gap of each is rewritten, the rest is copied.
 */
export function chainPostings(pieces: readonly { bytes: Uint8Array; shift: number }[]): Uint8Array {
  const [only] = pieces;
  if (only && pieces.length === 1 && only.shift === 0) return only.bytes;
  const readers = pieces.map(({ bytes }) => new ByteReader(bytes));
  writer.clear();
  const counts = readers.map((reader) => reader.readNumber());
  writer.writeNumber(counts.reduce((sum, count) => sum + count, 0));
  let previous = -1;
  pieces.forEach(({ bytes, shift }, index) => {
    const reader = readers[index] as ByteReader; // one for each piece
    const first = reader.readNumber();
    writer.writeNumber(shift + first - previous - 1);
    writer.writeBytes(bytes.subarray(reader.at));
    if (index === pieces.length - 1) return;
    previous = shift + first;
    for (let left = counts[index] ?? 0; left > 0; left--) {
      if ((reader.readNumber() & 1) === 1) {
        reader.readNumber();
        reader.readNumber();
      }
      if (left > 1) previous += reader.readNumber() + 1;
    }
  });
  return writer.toBytes();
}

/** What a decoded list takes in memory, for the cache. */
export function countPostingsBytes({ ordinals, title, headings, text }: Postings): number {
  return ordinals.byteLength + text.byteLength + (title?.byteLength ?? 0) + (headings?.byteLength ?? 0);
}
