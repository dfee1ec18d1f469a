import { pausedAfterFailures } from "../../../shared/domain/workflows/limits.ts";
import type { Tx } from "../../database/store.ts";
import type { StartDeps } from "../deps.ts";
import type { WorkflowRunRow } from "../tables.ts";
import { resumeStep } from "./resume.ts";
import { tellSettled } from "./store.ts";

/** Tells those who wait for a run how it ended, and counts failures: too many in a row pause the workflow. */
export async function endRun(
  deps: Pick<StartDeps, "jobs" | "bus" | "now">,
  tx: Tx,
  run: WorkflowRunRow,
): Promise<void> {
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

async function forgetFailures(tx: Tx, { organizationId, workflowId }: WorkflowRunRow): Promise<void> {
  await tx
    .updateTable("workflows")
    .set({ failures: 0 })
    .where("organizationId", "=", organizationId)
    .where("id", "=", workflowId)
    .where("failures", ">", 0)
    .execute();
}

async function countFailure(
  { now }: Pick<StartDeps, "now">,
  tx: Tx,
  { organizationId, workflowId, error }: WorkflowRunRow,
): Promise<void> {
  const row = await tx
    .updateTable("workflows")
    .set((eb) => ({ failures: eb("failures", "+", 1) }))
    .where("organizationId", "=", organizationId)
    .where("id", "=", workflowId)
    .returning(["failures", "pausedAt", "enabled"])
    .executeTakeFirst();
  if (!row || row.failures < pausedAfterFailures || row.pausedAt !== null || row.enabled === 0) return;
  const pausedReason = `${pausedAfterFailures} runs failed in a row. The last one: ${error ?? ""}`.slice(
    0,
    1000,
  );
  await tx
    .updateTable("workflows")
    .set({ pausedAt: now(), pausedReason, startsBy: null, nextRunAt: null })
    .where("organizationId", "=", organizationId)
    .where("id", "=", workflowId)
    .execute();
}
