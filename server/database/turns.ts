/** A queue for one thing that only one may have at a time, first come first served. */
export interface Turns {
  /** Resolves when it is the caller's turn, which lasts until it calls `next`. */
  wait(): Promise<void>;
  next(): void;
}

/** Makes such a queue. */
export function takeTurns(): Turns {
  const waiting: Array<() => void> = [];
  let taken = false;
  return {
    wait: async () => {
      if (taken) return new Promise((resolve) => waiting.push(resolve));
      taken = true;
    },
    next: () => {
      const first = waiting.shift();
      if (first) first();
      else taken = false;
    },
  };
}
