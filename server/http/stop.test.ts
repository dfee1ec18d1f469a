import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { stopWithin } from "./stop.ts";
import type { Running } from "./stop.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const hang = () => new Promise<never>(() => {});
/** As what ends when its time is over. */
const useUp = (withinMs: number) => new Promise<void>((resolve) => setTimeout(resolve, withinMs));

/** What runs, each part of which says when it was told to end, and what it was given for that. */
function run({ finish = useUp, listening = useUp, stop = useUp }: Record<string, typeof useUp> = {}) {
  const startedAt = performance.now();
  const told: string[] = [];
  const note = (part: string, ms?: number) =>
    told.push(
      `${part} at ${Math.round(performance.now() - startedAt)}${ms === undefined ? "" : ` for ${ms}`}`,
    );
  const running: Running = {
    server: {
      finish: (ms) => (note("finish", ms), finish(ms)),
      beginStop: () => void note("beginStop"),
      stop: (ms) => (note("server", ms), stop(ms)),
    },
    listening: { stop: (ms) => (note("listening", ms), listening(ms)) },
    store: { close: async () => void note("store") },
  };
  return { running, told };
}

describe("a server that is told to end", () => {
  it("gives each part some of what is left, most to what is being said", async () => {
    const { running, told } = run();
    const stopped = stopWithin(running, 9000);
    await vi.advanceTimersByTimeAsync(9000);
    expect(await stopped).toBe(true);
    expect(told).toEqual([
      "finish at 0 for 5500",
      "beginStop at 5500",
      "listening at 5500 for 1750",
      "server at 7250 for 875",
      "store at 8125",
    ]);
  });

  it("is over at once where nothing is left to do", async () => {
    const done = async () => {};
    const { running, told } = run({ finish: done, listening: done, stop: done });
    expect(await stopWithin(running, 9000)).toBe(true);
    expect(told.at(-1)).toBe("store at 0");
  });

  it("keeps half of a short time for ending", async () => {
    const { running, told } = run();
    const stopped = stopWithin(running, 2000);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await stopped).toBe(true);
    expect(told[0]).toBe("finish at 0 for 1000");
  });

  it.each(["finish", "listening", "stop"])("is over in time where %s hangs", async (part) => {
    const { running } = run({ [part]: hang });
    const stopped = stopWithin(running, 9000);
    await vi.advanceTimersByTimeAsync(8999);
    expect(await Promise.race([stopped, "open"])).toBe("open");
    await vi.advanceTimersByTimeAsync(1);
    expect(await stopped).toBe(false);
  });
});
