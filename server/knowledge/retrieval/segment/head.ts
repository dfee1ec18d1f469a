import { ByteReader, ByteWriter } from "./bytes.ts";

/** What a segment holds: its passages in order of their numbers, their lengths in terms, and who is gone. */
export interface Head {
  bucketCount: number;
  /** Ascending. The place in this list is the passage's ordinal in the segment. */
  numbers: Uint32Array;
  title: Uint32Array;
  headings: Uint32Array;
  text: Uint32Array;
  /** Numbers, ascending, of passages in any segment of the source that are removed. */
  removed: Uint32Array;
}

const version = 1;

/** Gives the stored form of a head. */
export function encodeHead(head: Head): Uint8Array {
  const writer = new ByteWriter();
  writer.writeNumber(version);
  writer.writeNumber(head.bucketCount);
  writeAscending(writer, head.numbers);
  for (const lengths of [head.title, head.headings, head.text]) {
    for (const length of lengths) writer.writeNumber(length);
  }
  writeAscending(writer, head.removed);
  return writer.toBytes();
}

/** Reads the stored form of a head. */
export function decodeHead(bytes: Uint8Array): Head {
  const reader = new ByteReader(bytes);
  const found = reader.readNumber();
  if (found !== version)
    throw new Error(`an index segment of version ${found}, this program reads ${version}`);
  const bucketCount = reader.readNumber();
  const numbers = readAscending(reader);
  const readLengths = () => new Uint32Array(numbers.length).map(() => reader.readNumber());
  return {
    bucketCount,
    numbers,
    title: readLengths(),
    headings: readLengths(),
    text: readLengths(),
    removed: readAscending(reader),
  };
}

/** What a decoded head takes in memory, for the cache. */
export function countHeadBytes({ numbers, removed }: Head): number {
  return numbers.byteLength * 4 + removed.byteLength + 64;
}

function writeAscending(writer: ByteWriter, numbers: Uint32Array): void {
  writer.writeNumber(numbers.length);
  let previous = -1;
  for (const number of numbers) {
    writer.writeNumber(number - previous - 1);
    previous = number;
  }
}

function readAscending(reader: ByteReader): Uint32Array {
  const numbers = new Uint32Array(reader.readNumber());
  let previous = -1;
  for (let index = 0; index < numbers.length; index++) {
    previous += reader.readNumber() + 1;
    numbers[index] = previous;
  }
  return numbers;
}
