import { vi } from "vitest";

/**
 * A browser's way to make sounds, without one. Gives the notes that are played from now on, by how high they are in hertz;
 * `resume` is when it lets the page sound.
 */
export function recordSounds(resume = async (): Promise<void> => {}): number[] {
  const heard: number[] = [];

  class Context {
    currentTime = 0;
    resume = resume;
  }

  class Node {
    gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
    constructor(_: unknown, { frequency }: { frequency?: number }) {
      if (frequency) heard.push(frequency);
    }
    connect = (next: unknown) => next;
    start() {}
    stop() {}
  }

  vi.stubGlobal("AudioContext", Context);
  vi.stubGlobal("OscillatorNode", Node);
  vi.stubGlobal("GainNode", Node);
  return heard;
}
