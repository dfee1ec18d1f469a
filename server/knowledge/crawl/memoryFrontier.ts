import type { FoundAddress, Frontier, FrontierCounts, FrontierEntry, Outcome } from "./frontier.ts";

/** What an earlier sync remembers of a page, by its key. */
export type Remembered = Record<string, { etag: string | null; lastModified: string | null }>;

/** A frontier in memory, for crawls that need not survive a restart; `outcomes` tells how each address ended. */
export function createMemoryFrontier(
  remembered: Remembered = {},
): Frontier & { outcomes: Map<string, Outcome> } {
  const queue: FoundAddress[] = [];
  const known = new Set<string>();
  const outcomes = new Map<string, Outcome>();

  return {
    outcomes,
    add: async (found) => {
      const fresh = found.filter(({ key }) => !known.has(key) && known.add(key));
      queue.push(...fresh);
      queue.sort((a, b) => a.depth - b.depth);
      return fresh.length;
    },
    next: async (): Promise<FrontierEntry | undefined> => {
      const found = queue.shift();
      return found && { ...found, ...(remembered[found.key] ?? { etag: null, lastModified: null }) };
    },
    settle: async (key, outcome) => void outcomes.set(key, outcome),
    counts: async () => count(known.size, outcomes),
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
