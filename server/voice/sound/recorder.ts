import { hearRate } from "../../../shared/domain/callSound.ts";
import { longestCallMs, recordingPartMs } from "../../../shared/domain/call.ts";
import type { Line, Unnumbered } from "../line.ts";
import { writeMulawWav } from "./wav.ts";

/** What is kept of a call's sound: both sides, mixed, as telephones sound. */
const keptRate = 8000;
const partSamples = (keptRate * recordingPartMs) / 1000;
const mostSamples = (keptRate * longestCallMs) / 1000;
/** No microphone hears more than there is time: what comes so far ahead of it is not kept. */
const aheadMs = 30_000;
/** What the agent said and nobody heard yet; the oldest of more is forgotten. */
const mostSaidSamples = keptRate * 600;

/** Records a call whose visitor agreed to it. The microphone's frames are its clock: they come as long as it is on. */
export interface Recorder {
  /** Follows what is sent to the browser, and what it plays. */
  watch<Way extends Pick<Line, "send" | "sendSound">>(line: Way): Pick<Line, "send" | "sendSound">;
  /** The microphone's samples. */
  take(samples: Int16Array): void;
  /** A saying came out of the loudspeaker, up to this character. */
  heard(id: number): void;
  /** While the microphone is off no frames come. */
  mute(isOn: boolean): void;
  /** Gives the recording in files of ten minutes at most; empty where nothing was heard. */
  finish(): Uint8Array<ArrayBuffer>[];
}

interface Saying {
  rate: number;
  /** As it is kept. */
  samples: Int16Array[];
}

/** Makes a recorder. */
export function createRecorder({ now }: { now: () => number }): Recorder {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let part = new Uint8Array(partSamples);
  let filled = 0;
  let kept = 0;
  const from = now();
  let saidSamples = 0;
  const sayings = new Map<number, Saying>();
  /** What comes out of the loudspeaker now, from its first sample that did not yet. */
  let playing: { id: number; piece: number; at: number }[] = [];
  let isPaused = false;
  let lastHeard = 0;
  let mutedAt: number | null = null;

  function put(sample: number): void {
    if (kept >= mostSamples) return;
    kept += 1;
    part[filled] = toMulaw(sample);
    filled += 1;
    if (filled < partSamples) return;
    parts.push(writeMulawWav(part, keptRate));
    part = new Uint8Array(partSamples);
    filled = 0;
  }

  /** The agent's next sample; nothing while it is silent. */
  function nextOfAgent(): number {
    if (isPaused) return 0;
    for (let first = playing[0]; first; first = playing[0]) {
      const piece = sayings.get(first.id)?.samples[first.piece];
      if (piece) {
        const sample = piece[first.at] ?? 0;
        first.at += 1;
        if (first.at >= piece.length) Object.assign(first, { piece: first.piece + 1, at: 0 });
        return sample;
      }
      // What it says has not all come yet, or it is over and the next one begins.
      if (playing.length === 1) return 0;
      forget(first.id);
      playing.shift();
    }
    return 0;
  }

  function forget(id: number): void {
    for (const samples of sayings.get(id)?.samples ?? []) saidSamples -= samples.length;
    sayings.delete(id);
  }

  function take(samples: Int16Array): void {
    if (kept > ((now() - from + aheadMs) * keptRate) / 1000) return;
    for (const sample of toRate(samples, hearRate)) put(clamp(sample + nextOfAgent()));
  }

  function follow(frame: Unnumbered): void {
    if (frame.type === "sound" && frame.kind === "samples")
      sayings.set(frame.id, { rate: frame.rate, samples: [] });
    if (frame.type === "pause") isPaused = true;
    if (frame.type === "goOn" || frame.type === "drop") isPaused = false;
    if (frame.type !== "drop") return;
    playing = [];
    sayings.clear();
    saidSamples = 0;
  }

  return {
    watch: (line) => ({
      send(frame) {
        follow(frame);
        line.send(frame);
      },
      sendSound(id, bytes) {
        const saying = sayings.get(id);
        const whole = Math.floor(bytes.byteLength / 2);
        if (saying) {
          const samples = toRate(new Int16Array(bytes.slice(0, whole * 2).buffer), saying.rate);
          saying.samples.push(samples);
          saidSamples += samples.length;
        }
        for (const oldest of sayings.keys()) {
          if (saidSamples <= mostSaidSamples || oldest === id) break;
          forget(oldest);
        }
        line.sendSound(id, bytes);
      },
    }),
    take,
    heard(id) {
      // It is told of until it is over. What has no sound is read.
      if (id <= lastHeard || !sayings.has(id)) return;
      lastHeard = id;
      playing.push({ id, piece: 0, at: 0 });
    },
    mute(isOn) {
      const since = mutedAt;
      mutedAt = isOn ? (since ?? now()) : null;
      if (isOn || since === null) return;
      const missing = (Math.min(now() - since, longestCallMs) * keptRate) / 1000;
      for (let at = 0; at < missing; at += 1) put(nextOfAgent());
    },
    finish() {
      const rest = filled === 0 ? [] : [writeMulawWav(part.subarray(0, filled), keptRate)];
      return [...parts, ...rest];
    },
  };
}

function clamp(sample: number): number {
  return Math.max(-32_768, Math.min(32_767, sample));
}

/** Samples as they are kept: each the mean of those whose place it takes. */
function toRate(samples: Int16Array, rate: number): Int16Array {
  const step = rate / keptRate;
  return Int16Array.from({ length: Math.floor(samples.length / step) }, (_, at) => {
    const from = Math.floor(at * step);
    const to = Math.max(from + 1, Math.floor((at + 1) * step));
    let sum = 0;
    for (let index = from; index < to; index += 1) sum += samples[index] ?? 0;
    return Math.round(sum / (to - from));
  });
}

/** One sample as telephone networks write it (ITU-T G.711, µ-law): a byte in place of two. */
function toMulaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const loud = Math.min(32_635, Math.abs(sample)) + 132;
  const exponent = Math.max(0, 31 - Math.clz32(loud) - 7);
  const mantissa = (loud >> (exponent + 3)) & 0x0f;
  return ~(sign | (exponent << 4) | mantissa) & 0xff;
}
