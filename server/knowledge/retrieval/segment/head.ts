import { termLanguages, type TermLanguage } from "../terms/languages.ts";
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
  /** By whose endings words beyond English were brought to their stems. */
  languages: readonly TermLanguage[];
}

/** Before there were languages all words went through the English stemmer; such a head says nothing of them. */
const versions = { english: 1, languages: 2 };

/** Gives the stored form of a head. */
export function encodeHead(head: Head): Uint8Array {
  const writer = new ByteWriter();
  writer.writeNumber(versions.languages);
  writer.writeNumber(head.bucketCount);
  writeAscending(writer, head.numbers);
  for (const lengths of [head.title, head.headings, head.text]) {
    for (const length of lengths) writer.writeNumber(length);
  }
  writeAscending(writer, head.removed);
  writer.writeNumber(head.languages.length);
  for (const language of head.languages) writer.writeNumber(termLanguages.indexOf(language));
  return writer.toBytes();
}

/** Reads the stored form of a head. */
export function decodeHead(bytes: Uint8Array): Head {
  const reader = new ByteReader(bytes);
  const found = reader.readNumber();
  if (found !== versions.english && found !== versions.languages)
    throw new Error(`an index segment of version ${found}, this program reads up to ${versions.languages}`);
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
    languages: found === versions.english ? [] : readLanguages(reader),
  };
}

function readLanguages(reader: ByteReader): TermLanguage[] {
  const languages: TermLanguage[] = [];
  for (let left = reader.readNumber(); left > 0; left--) {
    const language = termLanguages[reader.readNumber()];
    if (language) languages.push(language);
  }
  return languages;
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
