import type { Clock } from "./clock.ts";

/** Spaces the requests to each host, so that a crawl is never a burden to it. */
export type Pacer = {
  /** Waits until this host may be asked again. */
  turn: (host: string, signal?: AbortSignal) => Promise<void>;
  /** Asks this host no more often than that, when it wants it slower (Crawl-delay). */
  slowDown: (host: string, intervalMs: number) => void;
  /** Leaves this host alone for a while (Retry-After). */
  pause: (host: string, ms: number) => void;
};

/** Makes a pacer for one crawl. */
export function createPacer(clock: Clock, requestsPerSecond: number): Pacer {
  const usualIntervalMs = 1000 / requestsPerSecond;
  const intervals = new Map<string, number>();
  const freeAt = new Map<string, number>();
  return {
    turn: async (host, signal) => {
      // Asked again after each wait: the host may have been paused meanwhile.
      while ((freeAt.get(host) ?? 0) > clock.now())
        await clock.sleep((freeAt.get(host) ?? 0) - clock.now(), signal);
      freeAt.set(host, clock.now() + (intervals.get(host) ?? usualIntervalMs));
    },
    slowDown: (host, intervalMs) => void intervals.set(host, Math.max(intervalMs, usualIntervalMs)),
    pause: (host, ms) => void freeAt.set(host, Math.max(freeAt.get(host) ?? 0, clock.now() + ms)),
  };
}
