import type { Workflow, WorkflowDetail, WorkflowVersion } from "../../shared/contract/workflows/workflows.ts";
import type {
  WorkflowRun,
  WorkflowRunDetail,
  WorkflowRunStep,
} from "../../shared/contract/workflows/runs.ts";
import type { Problem } from "../../shared/domain/workflows/findProblems.ts";
import { workflowHookPath } from "../../shared/domain/workflows/triggers.ts";
import type { Db } from "../database/store.ts";
import { readGraph, readTrigger } from "./find.ts";
import { openStates } from "./running/store.ts";
import type { WorkflowRow, WorkflowRunRow, WorkflowRunStepRow, WorkflowVersionRow } from "./tables.ts";

const week = 7 * 24 * 60 * 60_000;

/** Workflows as lists have them, with how their runs went. */
export async function presentWorkflows(
  db: Db,
  rows: readonly WorkflowRow[],
  now: number,
): Promise<Workflow[]> {
  const counts = await countRuns(db, rows, now - week);
  return rows.map((row) => presentWorkflow(row, counts.get(row.id)));
}

interface Counts {
  open: number;
  done: number;
  failed: number;
  lastRunAt: number | null;
}

async function countRuns(db: Db, rows: readonly WorkflowRow[], since: number): Promise<Map<string, Counts>> {
  const [first] = rows;
  if (!first) return new Map();
  const found = await db
    .selectFrom("workflowRuns")
    .select((eb) => [
      "workflowId",
      eb.fn.sum<number>(eb.case().when("state", "in", openStates).then(1).else(0).end()).as("open"),
      ...(["done", "failed"] as const).map((state) =>
        eb.fn
          .sum<number>(
            eb
              .case()
              .when(eb.and([eb("state", "=", state), eb("endedAt", ">=", since)]))
              .then(1)
              .else(0)
              .end(),
          )
          .as(state),
      ),
      eb.fn.max("createdAt").as("lastRunAt"),
    ])
    .where("organizationId", "=", first.organizationId)
    .where(
      "workflowId",
      "in",
      rows.map(({ id }) => id),
    )
    .groupBy("workflowId")
    .execute();
  return new Map(
    found.map(({ workflowId, open, done, failed, lastRunAt }) => [
      workflowId,
      {
        open: Number(open),
        done: Number(done),
        failed: Number(failed),
        lastRunAt: lastRunAt === null ? null : Number(lastRunAt),
      },
    ]),
  );
}

function presentWorkflow(row: WorkflowRow, counts?: Counts): Workflow {
  const { id, agentId, name, description, version, revision, publishedRevision, nextRunAt } = row;
  return {
    ...{ id, agentId, name, description, trigger: readTrigger(row), enabled: row.enabled === 1, version },
    hasChanges: publishedRevision !== revision,
    revision,
    steps: readGraph(row).steps.length,
    paused: row.pausedAt === null ? null : { at: row.pausedAt, reason: row.pausedReason ?? "" },
    ...{ open: counts?.open ?? 0, done: counts?.done ?? 0, failed: counts?.failed ?? 0 },
    ...{ lastRunAt: counts?.lastRunAt ?? null, nextRunAt, savedBy: presentSaved(row, row.savedAt) },
    ...{ createdAt: row.createdAt, updatedAt: row.updatedAt },
  };
}

function presentSaved(
  { savedBy, savedByName }: Pick<WorkflowRow, "savedBy" | "savedByName">,
  at: number | null,
): Workflow["savedBy"] {
  return savedBy === null || at === null ? null : { userId: savedBy, name: savedByName ?? "", at };
}

/** A workflow with its draft and what is wrong with it. */
export async function presentDetail(
  db: Db,
  row: WorkflowRow,
  { problems, origin, now }: { problems: Problem[]; origin: string | null; now: number },
): Promise<WorkflowDetail> {
  const [workflow] = await presentWorkflows(db, [row], now);
  if (!workflow) throw new Error("One row gives one workflow.");
  const trigger = readTrigger(row);
  const url = hookUrl(row, origin);
  return {
    ...workflow,
    graph: readGraph(row),
    problems,
    hook:
      trigger.kind === "webhook"
        ? { url, hasSecret: row.sealedSecret !== null, secretEnding: row.secretEnding }
        : null,
  };
}

/** Where another program starts a workflow. */
export function hookUrl({ hookId }: Pick<WorkflowRow, "hookId">, origin: string | null): string {
  return `${origin ?? ""}${workflowHookPath(hookId)}`;
}

export function presentVersion(row: WorkflowVersionRow, published: number | null): WorkflowVersion {
  const { version, note, createdAt } = row;
  return {
    ...{ version, note, createdAt, steps: readGraph(row).steps.length, isPublished: version === published },
    savedBy: presentSaved(row, createdAt),
  };
}

export function presentRun(run: WorkflowRunRow & { workflowName: string }): WorkflowRun {
  const { id, workflowId, workflowName, agentId, version, trigger, state, pausedBecause, error } = run;
  const { threadId, startedByName, retryOf, parentRunId, steps, createdAt, endedAt } = run;
  return {
    ...{ id, workflowId, workflowName, agentId, version, isTest: version === null, trigger, state },
    ...{ pausedBecause, error, threadId, startedByName, retryOf, parentRunId, steps, createdAt, endedAt },
  };
}

/** Whether somebody may decide what a step waits for. */
export type MayDecide = (step: WorkflowRunStepRow) => boolean;

export function presentRunDetail(
  run: WorkflowRunRow & { workflowName: string },
  steps: readonly WorkflowRunStepRow[],
  mayDecide: MayDecide,
): WorkflowRunDetail {
  const { input, result, variables } = run;
  const timeline = steps.map((step) => presentStep(step, mayDecide));
  return { ...presentRun(run), input, result, variables, timeline };
}

export function presentStep(row: WorkflowRunStepRow, mayDecide: MayDecide): WorkflowRunStep {
  const { id, stepId, kind, name, state, attempt, input, output, outlet, error, waitsFor, wakeAt } = row;
  const { decidedByName, childRunId, createdAt, endedAt } = row;
  return {
    ...{ id, stepId, kind, name, state, attempt, scope: writeScope(row), input, output, outlet, error },
    ...{ waitsFor, wakeAt, decidedByName, mayDecide: mayDecide(row), childRunId, createdAt, endedAt },
  };
}

/** The items that a step is in, counted from 1. */
function writeScope({ scope }: WorkflowRunStepRow): string {
  const parts = scope.split("/").filter((part) => part !== "");
  return parts.map((part) => Number(part.split(".")[1]) + 1).join("/");
}
