import { pausedAfterFailures } from "../../../shared/domain/workflows/limits.ts";
import type { Tx } from "../../database/store.ts";
import type { StartDeps } from "../deps.ts";
import type { WorkflowRunRow } from "../tables.ts";
import type { RunKey } from "../deps.ts";
import { goOn, resumeStep } from "./resume.ts";
import { openStates, tellSettled } from "./store.ts";
import { tellFailed, tellPaused } from "./tellTeam.ts";
import type { TellDeps } from "./tellTeam.ts";

type EndDeps = Pick<StartDeps, "jobs" | "bus"> & TellDeps;

/** Tells those who wait for a run how it ended, and counts failures: too many in a row pause the workflow. */
export async function endRun(deps: EndDeps, tx: Tx, run: WorkflowRunRow): Promise<void> {
  const { organizationId, parentToken: token, state, result, error } = run;
  tellSettled(deps, tx, run);
  if (token !== null) {
    const value: unknown = result === null ? null : JSON.parse(result);
    await resumeStep(deps, tx, { organizationId, token, given: { state, result: value, error } });
  }
  if (run.version === null) return;
  if (state === "done") await forgetFailures(tx, run);
  else if (state === "failed") await countFailure(deps, tx, run);
}

/** Has the runs that one began look at it, and end with it. They are not held here: a run is held before the one that began it. */
export async function endChildren(
  deps: Pick<StartDeps, "jobs">,
  tx: Tx,
  { organizationId, runId: parentRunId }: RunKey,
): Promise<void> {
  const children = await tx
    .selectFrom("workflowRuns")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("parentRunId", "=", parentRunId)
    .where("state", "in", openStates)
    .execute();
  for (const { id: runId } of children) await goOn(deps, tx, { organizationId, runId });
}

async function forgetFailures(tx: Tx, { organizationId, workflowId }: WorkflowRunRow): Promise<void> {
  await tx
    .updateTable("workflows")
    .set({ failures: 0, failureTold: 0 })
    .where("organizationId", "=", organizationId)
    .where("id", "=", workflowId)
    .where("failures", ">", 0)
    .execute();
}

async function countFailure(deps: EndDeps, tx: Tx, run: WorkflowRunRow): Promise<void> {
  const { organizationId, workflowId, error } = run;
  const row = await tx
    .updateTable("workflows")
    .set((eb) => ({ failures: eb("failures", "+", 1) }))
    .where("organizationId", "=", organizationId)
    .where("id", "=", workflowId)
    .returning(["agentId", "id", "name", "failures", "failureTold", "pausedAt", "enabled"])
    .executeTakeFirst();
  if (!row) return;
  const workflow = { ...row, organizationId };
  // Of a row of failures the first that nobody saw is told, and then the pause.
  if (row.failureTold === 0 && isUnwatched(run)) {
    await tx
      .updateTable("workflows")
      .set({ failureTold: 1 })
      .where("organizationId", "=", organizationId)
      .where("id", "=", workflowId)
      .execute();
    await tellFailed(deps, tx, { run, workflow });
  }
  if (row.failures < pausedAfterFailures || row.pausedAt !== null || row.enabled === 0) return;
  const pausedReason = `${pausedAfterFailures} runs failed in a row. The last one: ${error ?? ""}`.slice(
    0,
    1000,
  );
  await tx
    .updateTable("workflows")
    .set({ pausedAt: deps.now(), pausedReason, startsBy: null, nextRunAt: null })
    .where("organizationId", "=", organizationId)
    .where("id", "=", workflowId)
    .execute();
  await tellPaused(deps, tx, { workflow, count: pausedAfterFailures });
}

/** Whether a run has nobody who hears how it ends: no conversation, no member who started it, and no run that waits for it. */
function isUnwatched({ threadId, startedBy, parentRunId }: WorkflowRunRow): boolean {
  return threadId === null && startedBy === null && parentRunId === null;
}
