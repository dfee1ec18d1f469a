import { hearRate, soundFrameMs, soundFrameSamples } from "../../../shared/domain/callSound.ts";

/** What one more frame of sound changed: somebody began to speak, or ended. */
export type Detected = "begins" | "ends" | null;

/** Tells speech from all else that a microphone hears, frame by frame. */
export interface Detector {
  take(frame: Int16Array): Detected;
  isOpen(): boolean;
}

/** How far back a decision looks. */
const windowFrames = 20;
/**
 * How many frames of a window are loud, and how many of these have a pitch, where somebody speaks: a key or a cough has
 * none.
 */
const loudFrames = 12;
const pitchedFrames = 7;
/** Silence of this length ends what somebody says; a breath is shorter. */
const hangoverFrames = 20;
/** What begins is this much above the noise around it; what goes on may be fainter. */
const beginsAboveDb = 10;
const goesOnAboveDb = 5;
/** Fainter than this nobody speaks into a microphone. */
const faintestDb = -52;
/** The noise is learned from its quiet moments: it falls at once, and rises by this in a frame. */
const risesDb = 0.06;
/** The first frames are taken for noise. */
const learningFrames = 10;
/** How alike a frame is with itself one pitch later, where a voice makes it. */
const pitchedFrom = 0.55;
/** Voices are between these two. */
const lowestHz = 70;
const highestHz = 400;

/**
 * Makes a detector. A frame counts where it is louder than the noise around it; speech begins where most of 400 ms do and
 * enough of them have a voice's pitch, so that noise, keys and a room of people begin nothing.
 */
export function createDetector(): Detector {
  let floorDb: number | null = null;
  let learned = 0;
  let isOpen = false;
  let quiet = 0;
  let recent: { isLoud: boolean; hasPitch: boolean }[] = [];

  function learn(levelDb: number): number {
    learned += 1;
    if (floorDb === null) return levelDb;
    if (learned <= learningFrames) return floorDb + (levelDb - floorDb) / learned;
    if (levelDb < floorDb) return floorDb + (levelDb - floorDb) * 0.15;
    return floorDb + risesDb;
  }

  return {
    isOpen: () => isOpen,
    take(frame) {
      const samples = withoutRumble(frame);
      const levelDb = measureDb(samples);
      floorDb = learn(levelDb);
      const isHeard = levelDb > faintestDb && learned > learningFrames;
      if (isOpen) {
        quiet = isHeard && levelDb > floorDb + goesOnAboveDb ? 0 : quiet + 1;
        if (quiet < hangoverFrames) return null;
        isOpen = false;
        recent = [];
        return "ends";
      }
      const isLoud = isHeard && levelDb > floorDb + beginsAboveDb;
      recent = [...recent.slice(1 - windowFrames), { isLoud, hasPitch: isLoud && hasPitch(samples) }];
      const loud = recent.filter((one) => one.isLoud).length;
      if (loud < loudFrames || recent.filter((one) => one.hasPitch).length < pitchedFrames) return null;
      isOpen = true;
      quiet = 0;
      return "begins";
    },
  };
}

/** How much of the sound before a beginning belongs to it, and how much at its end is silence. */
export const beginningMs = (windowFrames + 5) * soundFrameMs;
export const endingMs = hangoverFrames * soundFrameMs;

/** Wind and hands on a table are louder than words, and lower. */
function withoutRumble(frame: Int16Array): Float32Array {
  const samples = new Float32Array(frame.length);
  let [before, kept] = [frame[0] ?? 0, 0];
  for (let at = 0; at < frame.length; at += 1) {
    const now = frame[at] ?? 0;
    kept = 0.96 * (kept + now - before);
    before = now;
    samples[at] = kept / 32_768;
  }
  return samples;
}

function measureDb(samples: Float32Array): number {
  let sum = 0;
  for (const one of samples) sum += one * one;
  return 10 * Math.log10(sum / samples.length + 1e-10);
}

/** Whether a frame repeats itself as often in a second as a voice does. */
function hasPitch(samples: Float32Array): boolean {
  const [from, to] = [Math.floor(hearRate / highestHz), Math.ceil(hearRate / lowestHz)];
  for (let lag = from; lag <= to; lag += 1) {
    let [same, one, other] = [0, 0, 0];
    for (let at = 0; at + lag < soundFrameSamples; at += 1) {
      const [now = 0, later = 0] = [samples[at], samples[at + lag]];
      same += now * later;
      one += now * now;
      other += later * later;
    }
    if (same > pitchedFrom * Math.sqrt(one * other + 1e-9)) return true;
  }
  return false;
}
