import type { Tx } from "../../database/store.ts";
import type { RunKey, WorkflowDeps } from "../deps.ts";
import { endRun } from "./endRun.ts";
import { openSession } from "./runJob.ts";
import { openStates, writeSession } from "./store.ts";

/** Cancels a run with those that it started; one that has ended stays as it is. */
export async function cancelRun(deps: WorkflowDeps, { organizationId, runId }: RunKey): Promise<void> {
  await deps.store.transaction((tx) => cancelIn(deps, tx, { organizationId, runId }));
  const children = await deps.store.db
    .selectFrom("workflowRuns")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("parentRunId", "=", runId)
    .where("state", "in", openStates)
    .execute();
  for (const { id } of children) await cancelRun(deps, { organizationId, runId: id });
}

async function cancelIn(deps: WorkflowDeps, tx: Tx, key: RunKey): Promise<void> {
  const session = await openSession(deps, tx, key);
  if (!session || session.isEnded) return;
  session.end("cancelled", null);
  await writeSession(tx, session);
  await endRun(deps, tx, session.run);
}
