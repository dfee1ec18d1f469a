import type { Store } from "../database/store.ts";
import type { Scheduler } from "../timing/scheduler.ts";
import type { Bus } from "./bus.ts";
import { startPruning } from "./prune.ts";

interface LiveDeps {
  store: Store;
  bus: Bus;
  scheduler: Scheduler;
}

/** Live events of one process: old ones are pruned while it runs, and the bus is closed with it. */
export function createLive(deps: LiveDeps) {
  let stopPruning = async () => {};
  return {
    name: "live",
    start: () => void (stopPruning = startPruning(deps.store, deps.scheduler)),
    stop: async () => {
      await stopPruning();
      await deps.bus.close();
    },
  };
}
