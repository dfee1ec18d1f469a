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
/**
 * How often all of more are read together, as long as that is ten times a second for each: a look costs more than its
 * words.
 */
const readsPerSecond = 1600;
/** Of very many, all together: with 500 each of them eight times a second, whatever number of tokens came. */
const mostReadsPerSecond = 4000;
/** No reader sees the difference between 25 times a second and more. */
const leastTurnMs = 40;
const usualTurnMs = 100;
/** Those whose turn comes in the same span are read together: the loop goes round once for all of them. */
const spanMs = 4;

/** Makes the pace of one process. */
export function createPace({
  now = performance.now.bind(performance),
  wait = sleep,
}: PaceOptions = {}): Pace {
  let count = 0;
  const spans = new Map<number, Promise<unknown>>();

  function turnMs(): number {
    const [wanted, needed] = [readsPerSecond, mostReadsPerSecond].map((reads) => (count * 1000) / reads);
    return Math.max(leastTurnMs, Math.min(wanted ?? 0, usualTurnMs), needed ?? 0);
  }

  /** Waits with all whose turn comes in the same span. */
  async function waitUntil(dueAt: number): Promise<void> {
    const span = Math.ceil(dueAt / spanMs);
    const known = spans.get(span);
    if (known) return void (await known);
    const over = wait(span * spanMs - now());
    spans.set(span, over);
    await over;
    spans.delete(span);
  }

  return {
    enter() {
      let isIn = true;
      let readAt = Number.NEGATIVE_INFINITY;
      count += 1;
      return {
        isCrowded: () => count > mostUncrowded,
        async turn() {
          const dueAt = readAt + turnMs();
          if (dueAt > now()) await waitUntil(dueAt);
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
