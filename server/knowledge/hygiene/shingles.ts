/**
 * Gives the pairs of neighboring words of a text as numbers, each once: what two texts have in common tells how like
 * they are. Scripts without spaces count by their characters.
 */
export function readShingles(text: string): Set<number> {
  const shingles = new Set<number>();
  let before = 0;
  for (const [word] of text.toLowerCase().matchAll(words)) {
    const hash = hashWord(word);
    if (before !== 0) shingles.add((Math.imul(before, 31) + hash) | 0);
    before = hash;
  }
  return shingles;
}

const words = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu;

/** Gives the share of what both have in what either has, from 0 to 1. */
export function countLikeness(one: ReadonlySet<number>, other: ReadonlySet<number>): number {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  let both = 0;
  for (const shingle of small) if (large.has(shingle)) both++;
  const either = one.size + other.size - both;
  return either === 0 ? 0 : both / either;
}

/** How many numbers a signature has; the share of places in which two agree is near their likeness. */
export const signatureLength = 64;

/** Writes the signature of a text: under each of many orders of all shingles, the first that the text has (MinHash). */
export function writeSignature(shingles: ReadonlySet<number>, into: Uint32Array): void {
  into.fill(0xffffffff);
  for (const shingle of shingles) {
    for (let place = 0; place < signatureLength; place++) {
      let value = Math.imul(shingle ^ (seeds[place] ?? 0), 0x9e3779b1);
      value = Math.imul(value ^ (value >>> 15), 0x85ebca6b);
      value = (value ^ (value >>> 13)) >>> 0;
      if (value < (into[place] ?? 0)) into[place] = value;
    }
  }
}

const seeds = Int32Array.from({ length: signatureLength }, (_, place) => Math.imul(place + 1, 0x27d4eb2f));

/** Of 32 bits (FNV-1a), never 0. */
function hashWord(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash | 1;
}
