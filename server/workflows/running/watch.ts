import { settledChannel } from "../deps.ts";
import type { StartDeps } from "../deps.ts";
import type { WorkflowRunRow } from "../tables.ts";
import { findRunRow } from "./store.ts";

/** Listens for runs that come to a stop. */
export interface WatchedRuns {
  /** Gives the run once it is so; null where that takes too long. */
  until(run: WorkflowRunRow, isSo: (run: WorkflowRunRow) => boolean): Promise<WorkflowRunRow | null>;
  end(): void;
}

/** Begins to listen, before the run is started that is waited for. */
export function watchRun(
  { store, bus }: Pick<StartDeps, "store" | "bus">,
  { signal, withinMs }: { signal: AbortSignal; withinMs: number },
): WatchedRuns {
  let wake = () => {};
  const over = AbortSignal.any([signal, AbortSignal.timeout(withinMs)]);
  let heard: string | null = "";
  const unsubscribe = bus.subscribe(settledChannel, (id) => {
    heard = id;
    wake();
  });
  return {
    async until({ organizationId, id: runId }, isSo) {
      let isOver: boolean = over.aborted;
      const ended = () => {
        isOver = true;
        wake();
      };
      over.addEventListener("abort", ended);
      try {
        for (;;) {
          const { promise, resolve } = Promise.withResolvers<void>();
          wake = () => {
            // A bus that missed something says null.
            if (isOver || heard === null || heard === runId) resolve();
          };
          const run = await findRunRow(store.db, { organizationId, runId });
          if (!run) return null;
          if (isSo(run)) return run;
          if (isOver) return null;
          await promise;
        }
      } finally {
        over.removeEventListener("abort", ended);
      }
    },
    end: unsubscribe,
  };
}
