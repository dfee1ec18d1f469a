import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLocks } from "../../tests/kit/browser/locks.ts";
import { createSound } from "./sound.ts";
import { chat } from "./state.ts";
import type { TabNews, Tabs } from "./tabs.ts";

let rings = 0;

beforeEach(() => {
  vi.useFakeTimers();
  rings = 0;
  chat.isSoundOn = true;
  vi.stubGlobal("navigator", { locks: createLocks() });
  vi.stubGlobal("AudioContext", SilentContext);
  vi.stubGlobal("OscillatorNode", SilentNode);
  vi.stubGlobal("GainNode", SilentNode);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("tabs that got the same message", () => {
  it.each([2, 3, 4])("%i of them ring once", async (count) => {
    const site = openSite(count);
    site.tabs.forEach(({ ring }) => ring("one"));
    site.deliver();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(rings).toBe(1);
  });

  it("ring once though one was kept so busy that it hears of the other only after its own turn", async () => {
    const site = openSite(2);
    const [one, other] = site.tabs;
    one?.ring("one");
    await vi.advanceTimersByTimeAsync(1000);
    expect(rings).toBe(1);
    // Its timer goes off before what the first one said is given to it.
    other?.ring("one");
    await vi.advanceTimersByTimeAsync(1000);
    site.deliver();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(rings).toBe(1);
  });

  it("do not ring where somebody looks at one of them", async () => {
    const site = openSite(3, { isLooking: (tab) => tab === 2 });
    site.tabs.forEach(({ ring }) => ring("one"));
    site.deliver();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(rings).toBe(0);
  });
});

describe("a frame that the visitor has not touched", () => {
  it("lets the page around it sound", async () => {
    vi.stubGlobal("navigator", { locks: createLocks(), userActivation: { hasBeenActive: false } });
    const send = vi.fn();
    const tabs: Tabs = { tell: () => {}, hear: () => {}, close: () => {} };
    createSound({ page: { send }, tabs, isLooking: () => false }).ring("one");
    await vi.advanceTimersByTimeAsync(1000);
    expect(send.mock.calls).toEqual([["sound", {}]]);
    expect(rings).toBe(0);
  });
});

/** Tabs of one site; what they tell each other is given to them by `deliver`. */
function openSite(count: number, { isLooking = (_: number): boolean => false } = {}) {
  const hearers: ((news: TabNews) => void)[][] = [];
  let told: { from: number; news: TabNews }[] = [];
  const tabs = Array.from({ length: count }, (_, at) => {
    hearers[at] = [];
    vi.setSystemTime(at);
    const own: Tabs = {
      tell: (news) => void told.push({ from: at, news }),
      hear: (hear) => void hearers[at]?.push(hear),
      close: () => {},
    };
    return createSound({ page: { send: () => {} }, tabs: own, isLooking: () => isLooking(at) });
  });
  function deliver(): void {
    while (told.length > 0) {
      const heard = told;
      told = [];
      for (const { from, news } of heard) {
        hearers.forEach((hear, at) => at !== from && hear.forEach((one) => one(news)));
      }
    }
  }
  return { tabs, deliver };
}

class SilentContext {
  currentTime = 0;
  destination = {};
  resume(): Promise<void> {
    rings += 1;
    return Promise.resolve();
  }
}

class SilentNode {
  gain = {
    setValueAtTime: () => {},
    linearRampToValueAtTime: () => {},
    exponentialRampToValueAtTime: () => {},
  };
  connect = (next: unknown) => next;
  start = () => {};
  stop = () => {};
}
