import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { recordSounds } from "../../../../tests/kit/browser/recordSounds.ts";
import { inboxSound, ring } from "./inboxSound.ts";

const chime = [660, 990];
let press: PromiseWithResolvers<void>;
let heard: number[];

beforeEach(() => {
  vi.useFakeTimers();
  press = Promise.withResolvers();
  heard = recordSounds(() => press.promise);
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
    expect(heard).toEqual(chime);
  });

  it("is not made up for by the first press, and nothing waits for that", async () => {
    const rings = [ring("mine"), ring("mine")];
    await vi.advanceTimersByTimeAsync(1000);
    await Promise.all(rings);
    press.resolve();
    await ring("mine");
    expect(heard).toEqual(chime);
  });

  it("is on or off, and sounds, as another window of the browser has it now", async () => {
    press.resolve();
    chooseElsewhere("inboxSound", "off");
    await ring("mine");
    expect([heard, inboxSound.isOn]).toEqual([[], false]);
    chooseElsewhere("inboxSound", "on");
    chooseElsewhere("inboxSounds", '{"mine":"none"}');
    await ring("mine");
    expect([heard, inboxSound.choices.mine]).toEqual([[], "none"]);
    chooseElsewhere("inboxSounds", "{}");
    await ring("mine");
    expect(heard).toEqual(chime);
  });
});

function chooseElsewhere(key: string, newValue: string): void {
  localStorage.setItem(key, newValue);
  window.dispatchEvent(new StorageEvent("storage", { key, newValue }));
}
