import { hearRate } from "../../../shared/domain/callSound.ts";

/** Gives samples as a WAV file, which everybody reads who writes down speech. */
export function writeWav(samples: Int16Array, rate: number = hearRate): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  return writeFile(bytes, { format: 1, rate, sampleBytes: 2 });
}

/** Gives µ-law samples as a WAV file, which browsers play. */
export function writeMulawWav(samples: Uint8Array, rate: number): Uint8Array<ArrayBuffer> {
  return writeFile(samples, { format: 7, rate, sampleBytes: 1 });
}

interface Sound {
  /** As WAV numbers them. */
  format: 1 | 7;
  rate: number;
  sampleBytes: number;
}

function writeFile(samples: Uint8Array, { format, rate, sampleBytes }: Sound): Uint8Array<ArrayBuffer> {
  // A format other than 1 says that nothing more is said of it, and how many samples there are.
  const isPlain = format === 1;
  const headBytes = isPlain ? 44 : 58;
  const bytes = new Uint8Array(headBytes + samples.byteLength);
  const view = new DataView(bytes.buffer);
  let at = 0;
  const put = (part: Uint8Array) => {
    bytes.set(part, at);
    at += part.byteLength;
  };
  const putText = (text: string) => put(new TextEncoder().encode(text));
  const putShort = (value: number) => {
    view.setUint16(at, value, true);
    at += 2;
  };
  const putLong = (value: number) => {
    view.setUint32(at, value, true);
    at += 4;
  };
  putText("RIFF");
  putLong(bytes.byteLength - 8);
  putText("WAVEfmt ");
  putLong(isPlain ? 16 : 18);
  putShort(format);
  putShort(1);
  putLong(rate);
  putLong(rate * sampleBytes);
  putShort(sampleBytes);
  putShort(sampleBytes * 8);
  if (!isPlain) {
    putShort(0);
    putText("fact");
    putLong(4);
    putLong(samples.byteLength / sampleBytes);
  }
  putText("data");
  putLong(samples.byteLength);
  put(samples);
  return bytes;
}
