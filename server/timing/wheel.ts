import type { Scheduler } from "./scheduler.ts";

/** Calls many functions again and again, by one task for all of them. */
export interface Wheel {
  /** Calls `turn` about once in the wheel's time, from one such time on, until what this gives is called. */
  join(turn: () => void): () => void;
}

interface WheelOptions {
  name: string;
  roundMs: number;
  parts: number;
  scheduler: Scheduler;
}

/**
 * Makes a wheel that goes round once in `roundMs`. Its functions are called in `parts` parts of that time, by when they
 * joined: thousands never come all at once. A turn that comes late, as it does on a server at its limit, is made up
 * for, so that a round lasts no longer for it. Nothing runs while nobody has joined.
 */
export function createWheel({ name, roundMs, parts, scheduler }: WheelOptions): Wheel {
  const waiting = new Map<number, Set<() => void>>();
  const partMs = roundMs / parts;
  let at = 0;
  let turnedAt = 0;
  let end: (() => Promise<void>) | undefined;

  function turn(): void {
    const passed = Math.floor((scheduler.now() - turnedAt) / partMs);
    // A clock that was set back or forward moves the wheel by a part, or by one round.
    const due = Math.min(Math.max(passed, 1), parts);
    turnedAt = passed === due ? turnedAt + due * partMs : scheduler.now();
    for (let step = 0; step < due; step += 1) {
      at = (at + 1) % parts;
      for (const call of [...(waiting.get(at) ?? [])]) call();
    }
  }

  return {
    join(call) {
      const part = at;
      const others = waiting.get(part) ?? new Set();
      waiting.set(part, others.add(call));
      if (!end) {
        turnedAt = scheduler.now();
        end = scheduler.every({ name, everyMs: partMs, work: turn });
      }
      return () => {
        others.delete(call);
        if (others.size === 0 && waiting.get(part) === others) waiting.delete(part);
        if (waiting.size > 0) return;
        void end?.();
        end = undefined;
      };
    },
  };
}
