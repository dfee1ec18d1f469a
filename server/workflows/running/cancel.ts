import type { RunKey, WorkflowDeps } from "../deps.ts";
import { closeRun, openSession } from "./runJob.ts";

/** Cancels a run, and with it those that it began; one that has ended stays as it is. */
export function cancelRun(deps: WorkflowDeps, key: RunKey): Promise<void> {
  return deps.store.transaction(async (tx) => {
    const session = await openSession(deps, tx, key);
    if (!session || session.isEnded) return;
    session.end("cancelled", null);
    await closeRun(deps, tx, session);
  });
}
