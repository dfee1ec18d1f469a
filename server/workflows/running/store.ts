import type { Graph } from "../../../shared/domain/workflows/graph.ts";
import type { Db, Tx } from "../../database/store.ts";
import { settledChannel } from "../deps.ts";
import type { RunKey, StartDeps } from "../deps.ts";
import type { WorkflowRunRow, WorkflowRunStepRow } from "../tables.ts";
import type { Session } from "./session.ts";

/** The states of runs that go on. */
export const openStates = ["running", "waiting", "paused"] as const;

export function findRunRow(db: Db, { organizationId, runId }: RunKey): Promise<WorkflowRunRow | undefined> {
  return db
    .selectFrom("workflowRuns")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", runId)
    .executeTakeFirst();
}

/** The same, held until the transaction ends. If its conversation is locked too, that comes first. */
export function lockRunRow(tx: Tx, { organizationId, runId }: RunKey): Promise<WorkflowRunRow | undefined> {
  return tx
    .selectFrom("workflowRuns")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", runId)
    .forUpdate()
    .executeTakeFirst();
}

/** All that a run is at, in the order in which it came there. */
export function listOpenSteps(db: Db, { organizationId, runId }: RunKey): Promise<WorkflowRunStepRow[]> {
  return db
    .selectFrom("workflowRunSteps")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("runId", "=", runId)
    .where("endedAt", "is", null)
    .orderBy("number")
    .execute();
}

/** Writes what a session changed. */
export async function writeSession(tx: Tx, session: Session, { isNew = false } = {}): Promise<void> {
  session.settle();
  const { run, added, changed } = session;
  if (isNew) await tx.insertInto("workflowRuns").values(run).execute();
  else await putRun(tx, run);
  if (added.size > 0)
    await tx
      .insertInto("workflowRunSteps")
      .values([...added])
      .execute();
  for (const row of changed) if (!added.has(row)) await putStep(tx, row);
  added.clear();
  changed.clear();
}

async function putRun(tx: Tx, { organizationId, id, ...run }: WorkflowRunRow): Promise<void> {
  const { state, pausedBecause, error, handedOver, variables, result, steps, wakeAt, endedAt } = run;
  await tx
    .updateTable("workflowRuns")
    .set({ state, pausedBecause, error, handedOver, variables, result, steps, wakeAt, endedAt })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

async function putStep(tx: Tx, { organizationId, id, ...row }: WorkflowRunStepRow): Promise<void> {
  const {
    runId: _run,
    number: _number,
    stepId: _step,
    kind: _kind,
    name: _name,
    createdAt: _at,
    ...changes
  } = row;
  await tx
    .updateTable("workflowRunSteps")
    .set(changes)
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

/** The steps that a run goes through, also where its workflow has others by now; null where its workflow is gone. */
export async function findGraph(db: Db, run: WorkflowRunRow): Promise<Graph | null> {
  if (run.graph !== null) return (await hasWorkflow(db, run)) ? (JSON.parse(run.graph) as Graph) : null; // written by start
  const row = await db
    .selectFrom("workflowVersions")
    .select("graph")
    .where("organizationId", "=", run.organizationId)
    .where("workflowId", "=", run.workflowId)
    .where("version", "=", run.version ?? 0)
    .executeTakeFirst();
  return row ? (JSON.parse(row.graph) as Graph) : null; // written after the contract's check
}

async function hasWorkflow(db: Db, { organizationId, workflowId }: WorkflowRunRow): Promise<boolean> {
  const row = await db
    .selectFrom("workflows")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("id", "=", workflowId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Tells those who wait for a run that it has come to a stop. */
export function tellSettled({ bus }: Pick<StartDeps, "bus">, tx: Tx, { id }: WorkflowRunRow): void {
  tx.afterCommit(() => bus.publish(settledChannel, id));
}
