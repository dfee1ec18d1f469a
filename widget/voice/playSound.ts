import type { Speaking, SpeakingEars } from "./speakInBrowser.ts";

/** Plays what the server says, piece by piece. */
export interface Playing extends Speaking {
  /** As what a saying's sound comes. */
  begin(id: number, sound: { kind: "samples" | "file"; rate: number }): void;
  take(id: number, bytes: Uint8Array<ArrayBuffer>): void;
  end(id: number): void;
}

interface Saying {
  id: number;
  text: string;
  kind: "samples" | "file" | "none";
  rate: number;
  bytes: Uint8Array<ArrayBuffer>[];
  /** When its pieces begin by the context's time, and how long each lasts. */
  pieces: { at: number; seconds: number; source: AudioBufferSourceNode }[];
  isWhole: boolean;
  /** Since when it is read, where it has no sound. */
  readFrom: number | null;
  heard: number;
}

/** As long as reading a character takes, and saying it. */
const readingMs = 55;
const tellEveryMs = 100;
/** How much later than now a late piece begins, so that it is not cut. */
const leadSeconds = 0.03;

/** Makes a player. Pieces follow one another without a gap, on the context's own clock, which stands still in a pause. */
export function playSound(context: AudioContext, ears: Pick<SpeakingEars, "onHeard">): Playing {
  let sayings: Saying[] = [];
  /** Where the next piece begins. */
  let nextAt = 0;
  /** Files are read one after the other. */
  let reading: Promise<void> = Promise.resolve();
  // Its own: the sound's clock tells of no place in a piece, only of its end.
  const timer = setInterval(tell, tellEveryMs);

  function find(id: number): Saying | undefined {
    return sayings.find((one) => one.id === id);
  }

  function schedule(saying: Saying, buffer: AudioBuffer): void {
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(context.destination);
    const at = Math.max(nextAt, context.currentTime + leadSeconds);
    source.start(at);
    nextAt = at + buffer.duration;
    saying.pieces.push({ at, seconds: buffer.duration, source });
  }

  function playSamples(saying: Saying, bytes: Uint8Array<ArrayBuffer>): void {
    const samples = new Int16Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.byteLength / 2));
    if (samples.length === 0) return;
    const buffer = context.createBuffer(1, samples.length, saying.rate);
    buffer.getChannelData(0).set(Float32Array.from(samples, (one) => one / 32_768));
    schedule(saying, buffer);
  }

  async function playFile(saying: Saying): Promise<void> {
    try {
      const buffer = await context.decodeAudioData(await new Blob(saying.bytes).arrayBuffer());
      if (sayings.includes(saying)) schedule(saying, buffer);
    } catch {
      // What the browser can't read is read by the visitor.
      saying.kind = "none";
    }
  }

  /** How many of its characters came out by now. */
  function measure(saying: Saying): number {
    const { text, pieces, isWhole, kind } = saying;
    const now = context.currentTime;
    if (kind === "none" || pieces.length === 0) {
      if (!isWhole || kind === "samples") return isWhole ? text.length : 0;
      if (kind === "file") return 0;
      saying.readFrom ??= now;
      return Math.min(text.length, Math.floor(((now - saying.readFrom) * 1000) / readingMs));
    }
    const played = pieces.reduce((sum, { at, seconds }) => sum + Math.max(0, Math.min(seconds, now - at)), 0);
    const all = pieces.reduce((sum, { seconds }) => sum + seconds, 0);
    if (isWhole && played >= all) return text.length;
    // As long as the rest has not come, people speak as fast as they read.
    const length = isWhole ? all : Math.max(all, (text.length * readingMs) / 1000);
    return Math.min(text.length - 1, Math.floor((text.length * played) / length));
  }

  /** Tells what came out; the next saying is heard behind the one before. */
  function tell(): void {
    for (let first = sayings[0]; first; first = sayings[0]) {
      const heard = measure(first);
      const hasBegun = first.pieces.some(({ at }) => at <= context.currentTime) || first.readFrom !== null;
      if (heard > first.heard || (first.heard < 0 && hasBegun)) {
        first.heard = heard;
        ears.onHeard(first.id, heard);
      }
      if (heard < first.text.length) return;
      sayings = sayings.slice(1);
    }
  }

  function silence(): void {
    for (const { pieces } of sayings) for (const { source } of pieces) source.stop();
    sayings = [];
    nextAt = 0;
  }

  return {
    say({ id, text }) {
      const sound = { kind: "none", rate: 0, bytes: [], pieces: [], isWhole: false } as const;
      sayings.push({ id, text, ...sound, bytes: [], pieces: [], readFrom: null, heard: -1 });
    },
    begin(id, sound) {
      const saying = find(id);
      if (saying) Object.assign(saying, sound);
    },
    take(id, bytes) {
      const saying = find(id);
      if (saying?.kind === "file") saying.bytes.push(bytes);
      else if (saying) playSamples(saying, bytes);
    },
    end(id) {
      const saying = find(id);
      if (!saying) return;
      if (saying.kind !== "file") {
        saying.isWhole = true;
        return;
      }
      reading = reading.then(async () => {
        await playFile(saying);
        saying.isWhole = true;
      });
    },
    pause() {
      tell();
      void context.suspend();
    },
    goOn: () => void context.resume(),
    drop() {
      tell();
      silence();
      void context.resume();
    },
    stop() {
      clearInterval(timer);
      silence();
    },
  };
}
