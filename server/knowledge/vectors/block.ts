/** The signs of some vectors, by the numbers of their passages, ascending. */
export interface Block {
  numbers: Uint32Array;
  /** Words of signs a vector. */
  words: number;
  /** `words` for each number. */
  signs: Int32Array;
}

const version = 1;
const headWords = 3;

/** Gives the stored form of a block; the numbers need no order. All platforms that Node runs on are little-endian. */
export function encodeBlock(vectors: readonly { number: number; signs: Int32Array }[]): Uint8Array {
  const ordered = [...vectors].sort((one, other) => one.number - other.number);
  const words = ordered[0]?.signs.length ?? 0;
  const whole = new Int32Array(headWords + ordered.length * (1 + words));
  whole.set([version, words, ordered.length]);
  whole.set(
    ordered.map(({ number }) => number),
    headWords,
  );
  ordered.forEach(({ signs }, at) => whole.set(signs, headWords + ordered.length + at * words));
  return new Uint8Array(whole.buffer);
}

/** Reads the stored form of a block. */
export function decodeBlock(bytes: Uint8Array): Block {
  // What a database gives may begin anywhere, and numbers of four bytes may not.
  const whole = new Int32Array(new Uint8Array(bytes).buffer);
  const [found, words = 0, count = 0] = whole;
  if (found !== version)
    throw new Error(`a block of vectors of version ${found}, this program reads ${version}`);
  const numbers = new Uint32Array(whole.buffer, headWords * 4, count);
  return { numbers, words, signs: whole.subarray(headWords + count, headWords + count * (1 + words)) };
}

/** What a block takes in memory, for the cache. */
export function countBlockBytes({ numbers, signs }: Block): number {
  return numbers.byteLength + signs.byteLength + 64;
}

/** Gives the vectors of a block one by one, as they were put in. */
export function listVectors({ numbers, words, signs }: Block): { number: number; signs: Int32Array }[] {
  return Array.from(numbers, (number, at) => ({
    number,
    signs: signs.subarray(at * words, (at + 1) * words),
  }));
}
