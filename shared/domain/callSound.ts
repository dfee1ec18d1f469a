/** The sound of calls that the server hears: mono, 16 bits, in samples a second. */
export const hearRate = 16_000;
/** How much of it goes in one frame. */
export const soundFrameMs = 20;
/** The samples of one frame. */
export const soundFrameSamples = (hearRate * soundFrameMs) / 1000;

/** A piece of sound on its way: its number among all frames of that way, which saying it is of, and its bytes. */
export interface SoundPiece {
  n: number;
  /** 0: the visitor's microphone. */
  id: number;
  bytes: Uint8Array<ArrayBuffer>;
}

const headBytes = 8;

/** Writes a piece of sound as it goes over a call's socket: its two numbers, little-endian, and its bytes. */
export function writeSound({ n, id, bytes }: SoundPiece): Uint8Array<ArrayBuffer> {
  const written = new Uint8Array(headBytes + bytes.byteLength);
  const view = new DataView(written.buffer);
  view.setUint32(0, n, true);
  view.setUint32(4, id, true);
  written.set(bytes, headBytes);
  return written;
}

/** Reads a piece of sound; null for what is none. */
export function readSound(written: Uint8Array): SoundPiece | null {
  if (written.byteLength <= headBytes) return null;
  const view = new DataView(written.buffer, written.byteOffset, headBytes);
  return {
    n: view.getUint32(0, true),
    id: view.getUint32(4, true),
    // A copy: samples are at even places.
    bytes: new Uint8Array(written.subarray(headBytes)),
  };
}
