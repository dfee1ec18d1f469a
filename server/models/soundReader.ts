import { ModelFault } from "./fault.ts";

/** A piece of sound: samples of 16 bits of one channel, or a piece of a file that only a browser reads. */
export type SoundPart =
  | { kind: "samples"; rate: number; bytes: Uint8Array<ArrayBuffer> }
  | { kind: "file"; bytes: Uint8Array<ArrayBuffer> };

/** Reads a stream of sound, whatever it is written as. Throws a ModelFault for what is none. */
export interface SoundReader {
  take(bytes: Uint8Array): void;
  end(): void;
}

/** What samples without a head are, as OpenAI sends them. */
const usualRate = 24_000;
/** A head that is longer is none. */
const longestHead = 4096;

/**
 * Reads what a provider says: samples without a head, WAV, or a file such as MP3. Servers send another format than they were
 * asked for and don't always say so, so the first bytes decide.
 */
export function createSoundReader(contentType: string, hear: (part: SoundPart) => void): SoundReader {
  let head = new Uint8Array(0);
  let kind: "unknown" | "samples" | "file" = "unknown";
  let [rate, channels, skip] = [usualRate, 1, 0];
  let left = new Uint8Array(0);
  let hasSound = false;

  function begin(isWhole: boolean): void {
    const text = String.fromCharCode(...head.subarray(0, 4));
    // A refusal that comes with status 200, or a page of a proxy.
    if (/json|html|text\//i.test(contentType)) throw new ModelFault("garbled");
    if (text === "RIFF") {
      const found = readHead(head);
      if (!found && !isWhole && head.length < longestHead) return;
      if (!found) throw new ModelFault("garbled");
      kind = found.isPlain ? "samples" : "file";
      if (found.isPlain) ({ rate, channels, skip } = found);
    } else if (
      /^(ID3|OggS|fLaC)/.test(text) ||
      (/mpeg|mp3|opus|aac/i.test(contentType) && !/pcm/i.test(contentType))
    )
      kind = "file";
    else kind = "samples";
    const all = head;
    head = new Uint8Array(0);
    give(all.subarray(skip));
  }

  function give(bytes: Uint8Array): void {
    if (kind === "file") {
      hasSound ||= bytes.length > 0;
      return hear({ kind, bytes: new Uint8Array(bytes) });
    }
    const all = join(left, bytes);
    const whole = all.length - (all.length % (2 * channels));
    left = all.slice(whole);
    if (whole === 0) return;
    hasSound = true;
    hear({
      kind: "samples",
      rate,
      bytes: channels === 1 ? all.slice(0, whole) : mix(all.slice(0, whole), channels),
    });
  }

  return {
    take(bytes) {
      if (kind !== "unknown") return give(bytes);
      head = join(head, bytes);
      if (head.length >= 4) begin(false);
    },
    end() {
      if (kind === "unknown" && head.length > 0) begin(true);
      if (!hasSound) throw new ModelFault("empty");
    },
  };
}

interface Head {
  rate: number;
  channels: number;
  /** Where the samples begin. */
  skip: number;
  /** Samples of 16 bits without packing. */
  isPlain: boolean;
}

/** Reads a WAV file's head up to its samples; null while it is not all there. */
function readHead(bytes: Uint8Array): Head | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let [rate, channels, isPlain] = [0, 0, false];
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = String.fromCharCode(...bytes.subarray(at, at + 4));
    const size = view.getUint32(at + 4, true);
    if (name === "data") return rate > 0 && channels > 0 ? { rate, channels, isPlain, skip: at + 8 } : null;
    if (name === "fmt " && at + 24 <= bytes.length) {
      channels = view.getUint16(at + 10, true);
      rate = view.getUint32(at + 12, true);
      isPlain = [1, 0xfffe].includes(view.getUint16(at + 8, true)) && view.getUint16(at + 22, true) === 16;
    }
    at += 8 + size + (size % 2);
  }
  return null;
}

function mix(bytes: Uint8Array<ArrayBuffer>, channels: number): Uint8Array<ArrayBuffer> {
  const samples = new Int16Array(bytes.buffer);
  const mono = Int16Array.from({ length: samples.length / channels }, (_, at) => {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1) sum += samples[at * channels + channel] ?? 0;
    return Math.round(sum / channels);
  });
  return new Uint8Array(mono.buffer);
}

function join(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(one.length + other.length);
  joined.set(one);
  joined.set(other, one.length);
  return joined;
}
