/** Its signs tell well enough which vectors are worth a closer look; more of them make the look at all of them slower. */
const mostSigns = 1024;

/** Gives the stored form of a vector: a byte a dimension, behind the factor that makes them the values again. */
export function encodeVector(vector: Float32Array): Uint8Array {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const factor = largest / 127 || 1;
  const bytes = new Uint8Array(4 + vector.length);
  new DataView(bytes.buffer).setFloat32(0, factor, true);
  const values = new Int8Array(bytes.buffer, 4);
  vector.forEach((value, at) => (values[at] = Math.round(value / factor)));
  return bytes;
}

export function countDimensions(stored: Uint8Array): number {
  return stored.length - 4;
}

/** Gives how near a stored vector is to another one, from -1 to 1 where both have the length 1. */
export function compareStored(stored: Uint8Array, vector: Float32Array): number {
  const values = new Int8Array(stored.buffer, stored.byteOffset + 4, stored.length - 4);
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += (values[at] ?? 0) * (vector[at] ?? 0);
  return sum * new DataView(stored.buffer, stored.byteOffset).getFloat32(0, true);
}

/** Gives a bit for each dimension, 1 where the value is positive, in words of 32. */
export function readSigns(vector: ArrayLike<number>): Int32Array {
  const signs = new Int32Array(countSignWords(vector.length));
  const used = Math.min(vector.length, mostSigns);
  for (let at = 0; at < used; at++) {
    if ((vector[at] ?? 0) > 0) signs[at >> 5] = (signs[at >> 5] ?? 0) | (1 << (at & 31));
  }
  return signs;
}

/** Gives the bits of a stored vector. */
export function readStoredSigns(stored: Uint8Array): Int32Array {
  return readSigns(new Int8Array(stored.buffer, stored.byteOffset + 4, stored.length - 4));
}

export function countSignWords(dimensions: number): number {
  return Math.ceil(Math.min(dimensions, mostSigns) / 32);
}
