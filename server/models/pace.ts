import { setTimeout as sleep } from "node:timers/promises";

/** One answer among those that this process reads from providers. */
export interface Reading {
  /** Whether so many answers are read at once that each waits for its turn. */
  isCrowded(): boolean;
  /** Resolves when it is this answer's turn to be read on: what has come since the last one is then read in one piece. */
  turn(): Promise<void>;
  /** The answer is over. */
  leave(): void;
}

/** Shares out how often answers are read, so that many at once become a little later and none is lost. */
export interface Pace {
  enter(): Reading;
}

export interface PaceOptions {
  now?: () => number;
  wait?: (ms: number) => Promise<unknown>;
}

/** So few answers are read as their bytes come. */
const mostUncrowded = 25;
/** Of more, all together are read so often: with 500 each of them ten times a second, whatever number of tokens came. */
const readsPerSecond = 5000;
/** No reader sees the difference between 25 times a second and more. */
const leastTurnMs = 40;

/** Makes the pace of one process. */
export function createPace({
  now = performance.now.bind(performance),
  wait = sleep,
}: PaceOptions = {}): Pace {
  let count = 0;
  return {
    enter() {
      let isIn = true;
      let readAt = Number.NEGATIVE_INFINITY;
      count += 1;
      return {
        isCrowded: () => count > mostUncrowded,
        async turn() {
          const leftMs = readAt + Math.max(leastTurnMs, (count * 1000) / readsPerSecond) - now();
          if (leftMs > 0) await wait(leftMs);
          readAt = now();
        },
        leave() {
          if (isIn) count -= 1;
          isIn = false;
        },
      };
    },
  };
}
