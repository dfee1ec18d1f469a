import type { Store } from "../database/store.ts";
import type { Bus } from "./bus.ts";
import { startPruning } from "./prune.ts";

interface LiveDeps {
  store: Store;
  bus: Bus;
  report: (error: unknown) => void;
}

/** Live events of one process: old ones are pruned while it runs, and the bus is closed with it. */
export function createLive(deps: LiveDeps) {
  let stopPruning = () => {};
  return {
    name: "live",
    start: () => void (stopPruning = startPruning(deps)),
    stop: async () => {
      stopPruning();
      await deps.bus.close();
    },
  };
}
