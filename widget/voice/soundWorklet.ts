/** What an AudioWorklet's own scope has; TypeScript knows the page's only. */
interface Scope {
  sampleRate: number;
  registerProcessor(name: string, kind: new () => object): void;
  AudioWorkletProcessor: new () => { port: MessagePort };
}

/** Where this file is: the page tells the AudioWorklet, which runs it beside the page. It imports nothing. */
export const address = import.meta.url;
/** What it makes there. */
export const processorName = "call-microphone";

const rate = 16_000;
const frameSamples = 320;

/**
 * Makes samples of 16,000 a second of a microphone's own, in frames of 20 ms. Each is the mean of those whose place it takes:
 * that keeps out what is too high to be told.
 */
export function createFrames(
  from: number,
  give: (frame: Int16Array<ArrayBuffer>) => void,
): (samples: Float32Array) => void {
  const step = from / rate;
  let frame = new Int16Array(frameSamples);
  let filled = 0;
  let [sum, count, until] = [0, 0, step];

  function put(sample: number): void {
    frame[filled] = Math.round(Math.max(-1, Math.min(1, sample)) * 32_767);
    filled += 1;
    if (filled < frameSamples) return;
    give(frame);
    frame = new Int16Array(frameSamples);
    filled = 0;
  }

  return (samples) => {
    for (const sample of samples) {
      sum += sample;
      count += 1;
      until -= 1;
      if (until > 0) continue;
      const mean = sum / count;
      // A microphone that is slower than this says the same more than once.
      for (; until <= 0; until += step) put(mean);
      [sum, count] = [0, 0];
    }
  };
}

function register({ sampleRate, registerProcessor, AudioWorkletProcessor }: Scope): void {
  registerProcessor(
    processorName,
    class extends AudioWorkletProcessor {
      #take = createFrames(sampleRate, (frame) => this.port.postMessage(frame, [frame.buffer]));

      process([channels]: Float32Array[][]): boolean {
        const [first] = channels ?? [];
        if (first) this.#take(first);
        return true;
      }
    },
  );
}

if ("registerProcessor" in globalThis) register(globalThis as unknown as Scope); // it runs in an AudioWorklet
