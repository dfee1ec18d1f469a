import { threadFilters } from "../../state/threads.ts";
import type { ThreadFilter } from "../../state/threads.ts";

/** What the queues are called. */
export const filterNames: Record<ThreadFilter, string> = {
  all: "All",
  waiting: "Waiting",
  ai: "Agent",
  resolved: "Resolved",
};

/** The queue that the address names. */
export function readFilter(text: string): ThreadFilter {
  return threadFilters.find((one) => one === text) ?? "all";
}
