import { randomFillSync } from "node:crypto";

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const randomLength = 10;
const charactersOfTime = 10;

let lastTime = 0;
let lastRandom = new Uint8Array(randomLength);

/** Random bytes for many ids: asking for ten costs as much as asking for thousands. */
const pool = new Uint8Array(randomLength * 400);
let used = pool.length;

/**
 * Gives a new id: 26 characters of lower-case base32, the first 10 the time in milliseconds, the rest 80 random bits.
 * Ids made in one process sort in the order they were made, also within a millisecond and when the clock goes back.
 * They are unique, not secret: a neighbor's id can be guessed from one made in the same millisecond.
 */
export function newId(now: number = Date.now()): string {
  if (now > lastTime) {
    lastTime = now;
    lastRandom = takeRandom();
  } else if (!addOne(lastRandom)) {
    lastTime += 1;
  }
  return writeTime(lastTime) + writeBytes(lastRandom);
}

/** The ID that belongs to these bytes, the same each time: of what comes from elsewhere and must not be stored twice. */
export function madeId(hash: Uint8Array): string {
  return writeTime(0) + writeBytes(hash.subarray(0, randomLength));
}

function takeRandom(): Uint8Array<ArrayBuffer> {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += randomLength;
  return pool.slice(used - randomLength, used);
}

/** Adds one in place; false when it ran over to zero. */
function addOne(bytes: Uint8Array): boolean {
  for (let index = bytes.length - 1; index >= 0; index -= 1) {
    const next = ((bytes[index] ?? 0) + 1) & 0xff;
    bytes[index] = next;
    if (next !== 0) return true;
  }
  return false;
}

function writeTime(time: number): string {
  let text = "";
  for (let rest = time; text.length < charactersOfTime; rest = Math.floor(rest / 32)) {
    text = alphabet.charAt(rest % 32) + text;
  }
  return text;
}

function writeBytes(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet.charAt((value >>> bits) & 31);
    }
    value &= (1 << bits) - 1;
  }
  return text;
}
