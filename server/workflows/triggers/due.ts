import type { Db } from "../../database/store.ts";
import type { WorkflowDeps } from "../deps.ts";
import { findPublished, readTrigger } from "../find.ts";
import { goOn } from "../running/resume.ts";
import { leaveOut, startRun } from "../running/start.ts";
import type { WorkflowRow, WorkflowRunRow } from "../tables.ts";
import { findNextRun } from "./schedule.ts";

type Deps = Pick<WorkflowDeps, "store" | "jobs" | "now" | "report">;

const atOnce = 200;
/** A run that was woken says itself when it is due next; one whose job got lost is checked again after this. */
const lookAgainMs = 60_000;

/** Wakes runs whose time has come, and starts workflows whose schedule is due: one look at an index for all that wait. */
export async function takeDue(deps: Deps): Promise<void> {
  await wakeRuns(deps);
  await startScheduled(deps);
}

async function wakeRuns(deps: Deps): Promise<void> {
  const { store, now, report } = deps;
  const due = await store.db
    .selectFrom("workflowRuns")
    .select(["organizationId", "id", "wakeAt"])
    .where("wakeAt", "<=", now())
    .orderBy("wakeAt")
    .limit(atOnce)
    .execute();
  // One that can't be woken holds none of the others up.
  for (const run of due) await wake(deps, run).catch(report);
}

async function wake(
  deps: Deps,
  { organizationId, id: runId, wakeAt }: Pick<WorkflowRunRow, "organizationId" | "id" | "wakeAt">,
): Promise<void> {
  const { store, now } = deps;
  await store.transaction(async (tx) => {
    // Another process may have woken it just now.
    const { numUpdatedRows } = await tx
      .updateTable("workflowRuns")
      .set({ wakeAt: now() + lookAgainMs })
      .where("organizationId", "=", organizationId)
      .where("id", "=", runId)
      .where("wakeAt", "=", wakeAt)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await goOn(deps, tx, { organizationId, runId });
  });
}

type DueRow = Pick<WorkflowRow, "organizationId" | "id" | "agentId" | "nextRunAt" | "publishedTrigger">;

async function startScheduled(deps: Deps): Promise<void> {
  const { store, now, report } = deps;
  const due = await store.db
    .selectFrom("workflows")
    .select(["organizationId", "id", "agentId", "nextRunAt", "publishedTrigger"])
    .where("nextRunAt", "<=", now())
    .limit(atOnce)
    .execute();
  for (const row of due)
    await startDue(deps, row).catch(async (error: unknown) => {
      report(error);
      await moveOn(store.db, row, now() + lookAgainMs).catch(report);
    });
}

/** Starts a workflow whose time has come. Where too many runs are open, this time is left out. */
async function startDue(deps: Deps, row: DueRow): Promise<void> {
  const { store, now } = deps;
  const { organizationId, id, nextRunAt, publishedTrigger } = row;
  const trigger = publishedTrigger === null ? null : readTrigger({ trigger: publishedTrigger });
  const next = trigger?.kind === "schedule" ? findNextRun(trigger, now()) : null;
  await store.transaction(async (tx) => {
    if (!(await moveOn(tx, row, next))) return;
    const published = await findPublished(tx, { organizationId, workflowId: id });
    if (!published) return;
    await startRun(deps, tx, {
      ...{ workflow: row, version: published.version, graph: published.graph, input: {} },
      ...{ trigger: "schedule", clientId: `schedule:${nextRunAt}` },
      about: { trigger: { at: new Date(nextRunAt ?? 0).toISOString() } },
    }).catch(leaveOut(deps, row));
  });
}

/** Writes when a workflow is due next; false where another process took this time. */
async function moveOn(
  db: Db,
  { organizationId, id, nextRunAt }: DueRow,
  next: number | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("workflows")
    .set({ nextRunAt: next })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .where("nextRunAt", "=", nextRunAt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
