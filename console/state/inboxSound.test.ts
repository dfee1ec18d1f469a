import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { inboxSound, ring } from "./inboxSound.ts";

let press: PromiseWithResolvers<void>;
let tones: number;

class Context {
  currentTime = 0;
  resume = () => press.promise;
}

class Node {
  gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
  connect = (next: unknown) => next;
  start = () => (tones += 1 / 2); // of two notes
  stop() {}
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("AudioContext", Context);
  vi.stubGlobal("OscillatorNode", Node);
  vi.stubGlobal("GainNode", Node);
  [press, tones] = [Promise.withResolvers(), 0];
  inboxSound.isOn = true;
});
afterEach(() => {
  inboxSound.isOn = false;
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the sound for what comes in", () => {
  it("is heard once for what came in together, when the browser lets it", async () => {
    const rings = [ring("mine"), ring("mine"), ring("mine")];
    press.resolve();
    await Promise.all(rings);
    expect(tones).toBe(1);
  });

  it("is not made up for by the first press, and nothing waits for that", async () => {
    const rings = [ring("mine"), ring("mine")];
    await vi.advanceTimersByTimeAsync(1000);
    await Promise.all(rings);
    press.resolve();
    await ring("mine");
    expect(tones).toBe(1);
  });

  it("is on or off, and sounds, as another window of the browser has it now", async () => {
    press.resolve();
    chooseElsewhere("inboxSound", "off");
    await ring("mine");
    expect([tones, inboxSound.isOn]).toEqual([0, false]);
    chooseElsewhere("inboxSound", "on");
    chooseElsewhere("inboxSounds", '{"mine":"none"}');
    await ring("mine");
    expect([tones, inboxSound.choices.mine]).toEqual([0, "none"]);
    chooseElsewhere("inboxSounds", "{}");
    await ring("mine");
    expect(tones).toBe(1);
  });
});

function chooseElsewhere(key: string, newValue: string): void {
  localStorage.setItem(key, newValue);
  window.dispatchEvent(new StorageEvent("storage", { key, newValue }));
}
