import type { FoundAddress, Frontier, FrontierCounts, Outcome } from "./frontier.ts";

/** What an earlier sync remembers of a page, by its key. */
export type Remembered = Record<string, { etag: string | null; lastModified: string | null }>;

/** A frontier in memory, for crawls that need not survive a restart. */
export type MemoryFrontier = Frontier & {
  /** How each address ended, by its key. */
  outcomes: Map<string, Outcome>;
  /** Gives the frontier that a new process would find: what was given out and not settled is queued again. */
  reopen: () => MemoryFrontier;
};

/** Makes an empty frontier. */
export function createMemoryFrontier(remembered: Remembered = {}): MemoryFrontier {
  return openFrontier({ remembered, known: new Map(), outcomes: new Map() });
}

type Memory = { remembered: Remembered; known: Map<string, FoundAddress>; outcomes: Map<string, Outcome> };

function openFrontier(memory: Memory): MemoryFrontier {
  const { remembered, known, outcomes } = memory;
  const queue = [...known.values()].filter(({ key }) => !outcomes.has(key));
  return {
    outcomes,
    add: async (found) => {
      const before = known.size;
      for (const one of found) {
        if (known.has(one.key)) continue;
        known.set(one.key, one);
        queue.push(one);
      }
      queue.sort((a, b) => a.depth - b.depth);
      return known.size - before;
    },
    next: async () => {
      const found = queue.shift();
      return found && { ...found, ...(remembered[found.key] ?? { etag: null, lastModified: null }) };
    },
    settle: async (key, outcome) => void outcomes.set(key, outcome),
    counts: async () => count(known.size, outcomes),
    reopen: () => openFrontier(memory),
  };
}

function count(known: number, outcomes: Map<string, Outcome>): FrontierCounts {
  const counts = { queued: known - outcomes.size, done: 0, failed: 0, skipped: 0 };
  for (const { state } of outcomes.values()) {
    if (state === "fetched" || state === "unchanged") counts.done++;
    else counts[state]++;
  }
  return counts;
}
