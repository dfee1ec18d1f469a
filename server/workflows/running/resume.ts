import type { Tx } from "../../database/store.ts";
import { runJob } from "../deps.ts";
import type { RunKey, StartDeps } from "../deps.ts";
import type { WorkflowRunStepRow } from "../tables.ts";
import { nothingWaited, readWork } from "./session.ts";
import { lockRunRow, openStates } from "./store.ts";

type Deps = Pick<StartDeps, "jobs">;

export interface Given {
  organizationId: string;
  token: string;
  /** What the step waited for. */
  given: Record<string, unknown>;
  by?: { userId: string; name: string } | undefined;
  /** The step gave the conversation to the team, which does not pause its run. */
  hasHandedOver?: boolean;
}

/**
 * Gives a step what it waited for, once: the token is gone with it. False where it was given already, or no longer
 * waits.
 */
export async function resumeStep(
  deps: Deps,
  tx: Tx,
  { organizationId, token, given, by, hasHandedOver = false }: Given,
): Promise<boolean> {
  const found = await findByToken(tx, organizationId, token);
  if (!found) return false;
  const key = { organizationId, runId: found.runId };
  const run = await lockRunRow(tx, key);
  const row = await findByToken(tx, organizationId, token);
  if (!run || !row || run.endedAt !== null) return false;
  await tx
    .updateTable("workflowRunSteps")
    .set({
      ...{ state: "running", ...nothingWaited },
      work: JSON.stringify({ ...readWork(row), given }),
      ...(by && { decidedBy: by.userId, decidedByName: by.name }),
    })
    .where("organizationId", "=", organizationId)
    .where("id", "=", row.id)
    .execute();
  if (run.state === "waiting" || hasHandedOver)
    await tx
      .updateTable("workflowRuns")
      .set({
        ...(run.state === "waiting" && { state: "running" as const }),
        ...(hasHandedOver && { handedOver: 1 }),
      })
      .where("organizationId", "=", organizationId)
      .where("id", "=", run.id)
      .execute();
  await goOn(deps, tx, key);
  return true;
}

/** Has a run taken on by whichever process. */
export async function goOn({ jobs }: Deps, tx: Tx, { organizationId, runId }: RunKey): Promise<void> {
  await jobs.enqueue(tx, { organizationId, kind: runJob, key: runId, payload: {} });
}

/** Has the runs of a conversation go on that a person paused, or shows that somebody has paused them. */
export async function pauseOrGoOn(
  deps: Deps,
  tx: Tx,
  { organizationId, threadId }: { organizationId: string; threadId: string },
): Promise<void> {
  const runs = await tx
    .selectFrom("workflowRuns")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .where("state", "in", openStates)
    .execute();
  for (const { id: runId } of runs) await goOn(deps, tx, { organizationId, runId });
}

function findByToken(tx: Tx, organizationId: string, token: string): Promise<WorkflowRunStepRow | undefined> {
  return tx
    .selectFrom("workflowRunSteps")
    .selectAll()
    .where("token", "=", token)
    .where("organizationId", "=", organizationId)
    .where("endedAt", "is", null)
    .executeTakeFirst();
}
