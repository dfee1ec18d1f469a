import { setTimeout as wait } from "node:timers/promises";

/** Time as a crawl sees it; handed in so that tests need no waiting. */
export type Clock = {
  now: () => number;
  /** Waits; throws the signal's reason when it fires first. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
};

/** The machine's own time. */
export const systemClock: Clock = {
  now: Date.now,
  sleep: (ms, signal) => wait(ms, undefined, { signal }),
};
