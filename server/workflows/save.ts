import { maxWorkflowVersions, maxWorkflows } from "../../shared/domain/workflows/limits.ts";
import type { Problem } from "../../shared/domain/workflows/findProblems.ts";
import type { Graph } from "../../shared/domain/workflows/graph.ts";
import type { Trigger } from "../../shared/domain/workflows/triggers.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { randomBytes } from "node:crypto";
import { recountApprovals } from "../conversations/actions/keepApprovals.ts";
import { newId } from "../database/ids.ts";
import type { Tx } from "../database/store.ts";
import type { MemberCaller } from "../requests/handle.ts";
import type { StartDeps } from "./deps.ts";
import { draftVersion, noteFiles } from "./files.ts";
import { readGraph, readTrigger } from "./find.ts";
import { endChildren } from "./running/endRun.ts";
import { resumeStep } from "./running/resume.ts";
import type { WorkflowRow } from "./tables.ts";
import { findNextRun } from "./triggers/schedule.ts";

export interface Draft {
  name: string;
  description: string;
  trigger: Trigger;
  graph: Graph;
}

type By = Pick<MemberCaller, "userId" | "name">;

/** A workflow that nobody has published. */
export function newWorkflow(
  owner: Pick<WorkflowRow, "organizationId" | "agentId">,
  draft: Draft,
  { by, now }: { by: By | null; now: number },
): WorkflowRow {
  const { name, description, trigger, graph } = draft;
  return {
    ...{ ...owner, id: newId(now), name, description },
    ...{ trigger: JSON.stringify(trigger), graph: JSON.stringify(graph), revision: 1 },
    simulations: "[]",
    ...{ version: null, publishedRevision: null, enabled: 0, publishedTrigger: null, startsBy: null },
    ...{ nextRunAt: null, failures: 0, failureTold: 0, pausedAt: null, pausedReason: null },
    ...{ hookId: randomBytes(24).toString("base64url"), sealedSecret: null, secretEnding: "" },
    ...savedNow(by, now),
    ...{ createdBy: by?.userId ?? null, createdAt: now, updatedAt: now },
  };
}

function savedNow(by: By | null, now: number) {
  return { savedBy: by?.userId ?? null, savedByName: by?.name ?? null, savedAt: by ? now : null };
}

/** Adds a workflow. `conflict` beyond as many as an organization may have. */
export async function addWorkflow(tx: Tx, row: WorkflowRow): Promise<void> {
  const { count } = await tx
    .selectFrom("workflows")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("organizationId", "=", row.organizationId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxWorkflows)
    throw new AppError("conflict", {
      message: `An organization has at most ${maxWorkflows} workflows. Delete one first.`,
    });
  await insertWorkflow(tx, row);
}

/** Stores a new workflow, and which files its draft uses. */
export async function insertWorkflow(tx: Tx, row: WorkflowRow): Promise<void> {
  await tx.insertInto("workflows").values(row).execute();
  await noteFiles(tx, ofDraft(row, readGraph(row)));
}

function ofDraft({ organizationId, id: workflowId }: WorkflowRow, graph: Graph) {
  return { organizationId, workflowId, version: draftVersion, graph };
}

/** Saves the draft. `conflict` where somebody saved it since. */
export async function saveDraft(
  tx: Tx,
  row: WorkflowRow,
  { revision, by, now, ...draft }: Draft & { revision: number; by: By; now: number },
): Promise<WorkflowRow> {
  refuseOther(row, revision);
  await noteFiles(tx, ofDraft(row, draft.graph));
  return change(tx, row, {
    ...{ name: draft.name, description: draft.description, revision: revision + 1 },
    ...{ trigger: JSON.stringify(draft.trigger), graph: JSON.stringify(draft.graph) },
    ...{ ...savedNow(by, now), updatedAt: now },
  });
}

export function refuseOther({ revision, savedByName }: WorkflowRow, given: number): void {
  if (revision === given) return;
  const who = savedByName ?? "Someone";
  throw new AppError("conflict", { message: `${who} saved this workflow in the meantime. Reload the page.` });
}

/** Publishes the draft as a new version and turns it on. */
export async function publish(
  tx: Tx,
  row: WorkflowRow,
  { note, problems, by, now }: { note: string; problems: readonly Problem[]; by: By; now: number },
): Promise<WorkflowRow> {
  refuseProblems(problems);
  const { organizationId, id: workflowId, trigger, graph } = row;
  const newest = await tx
    .selectFrom("workflowVersions")
    .select((eb) => eb.fn.max("version").as("version"))
    .where("organizationId", "=", organizationId)
    .where("workflowId", "=", workflowId)
    .executeTakeFirst();
  const version = (newest?.version ?? 0) + 1;
  const saved = { savedBy: by.userId, savedByName: by.name, createdAt: now };
  await tx
    .insertInto("workflowVersions")
    .values({ organizationId, workflowId, version, note, trigger, graph, ...saved })
    .execute();
  await noteFiles(tx, { organizationId, workflowId, version, graph: readGraph(row) });
  await forgetOldVersions(tx, row, version);
  return change(tx, row, {
    ...{ version, publishedRevision: row.revision, updatedAt: now },
    ...starts({ ...row, publishedTrigger: trigger }, { isOn: true, now }),
  });
}

/** Throws the first problem that blocks, in words. */
export function refuseProblems(problems: readonly Problem[]): void {
  const first = problems.find(({ blocks }) => blocks);
  if (first) throw new AppError("invalid_input", { message: first.message });
}

/** Runs that are under way need theirs. */
async function forgetOldVersions(tx: Tx, { organizationId, id }: WorkflowRow, newest: number): Promise<void> {
  const old = newest - maxWorkflowVersions;
  if (old < 1) return;
  const gone = await tx
    .deleteFrom("workflowVersions")
    .where("organizationId", "=", organizationId)
    .where("workflowId", "=", id)
    .where("version", "<=", old)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("workflowRuns")
            .select("id")
            .whereRef("workflowRuns.organizationId", "=", "workflowVersions.organizationId")
            .whereRef("workflowRuns.workflowId", "=", "workflowVersions.workflowId")
            .whereRef("workflowRuns.version", "=", "workflowVersions.version")
            .where("endedAt", "is", null),
        ),
      ),
    )
    .returning("version")
    .execute();
  if (gone.length === 0) return;
  await tx
    .deleteFrom("workflowFiles")
    .where("organizationId", "=", organizationId)
    .where("workflowId", "=", id)
    .where(
      "version",
      "in",
      gone.map(({ version }) => version),
    )
    .execute();
}

/** Turns the published version on or off. On ends a pause. */
export async function turn(tx: Tx, row: WorkflowRow, { isOn, now }: { isOn: boolean; now: number }) {
  if (row.version === null) throw new AppError("invalid_input", { message: "Publish the workflow first." });
  return change(tx, row, { ...starts(row, { isOn, now }), updatedAt: now });
}

/** How the published version starts runs by itself. */
function starts(
  { publishedTrigger }: Pick<WorkflowRow, "publishedTrigger">,
  { isOn, now }: { isOn: boolean; now: number },
): Partial<WorkflowRow> {
  const trigger = publishedTrigger === null ? null : readTrigger({ trigger: publishedTrigger });
  const off = { startsBy: null, nextRunAt: null };
  const on = trigger && {
    startsBy: trigger.kind,
    nextRunAt: trigger.kind === "schedule" ? findNextRun(trigger, now) : null,
  };
  return {
    ...{
      enabled: isOn ? 1 : 0,
      publishedTrigger,
      failures: 0,
      failureTold: 0,
      pausedAt: null,
      pausedReason: null,
    },
    ...((isOn && on) || off),
  };
}

/** Changes a workflow that is held, and gives it as it is then. */
export async function change(tx: Tx, row: WorkflowRow, changes: Partial<WorkflowRow>): Promise<WorkflowRow> {
  await tx
    .updateTable("workflows")
    .set(changes)
    .where("organizationId", "=", row.organizationId)
    .where("id", "=", row.id)
    .execute();
  return { ...row, ...changes };
}

/** Deletes workflows with their versions and runs. Runs that wait for one of these go on, and runs that these began end. */
export async function deleteWorkflows(
  deps: Pick<StartDeps, "jobs">,
  tx: Tx,
  { organizationId, ids }: { organizationId: string; ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return;
  const runs = await tx
    .selectFrom("workflowRuns")
    .select(["id", "parentToken"])
    .where("organizationId", "=", organizationId)
    .where("workflowId", "in", ids)
    .where("endedAt", "is", null)
    .execute();
  const asking = await tx
    .selectFrom("workflowRunSteps")
    .select("threadId")
    .distinct()
    .where("organizationId", "=", organizationId)
    .where(
      "runId",
      "in",
      runs.length > 0 ? runs.map(({ id }) => id) : [""], // A list of nothing is none to Postgres.
    )
    .where("waitsFor", "=", "approval")
    .where("threadId", "is not", null)
    .execute();
  await tx
    .deleteFrom("workflowRunSteps")
    .where("organizationId", "=", organizationId)
    .where("runId", "in", (eb) =>
      eb
        .selectFrom("workflowRuns")
        .select("id")
        .where("organizationId", "=", organizationId)
        .where("workflowId", "in", ids),
    )
    .execute();
  for (const table of ["workflowRuns", "workflowVersions", "workflowFiles"] as const)
    await tx
      .deleteFrom(table)
      .where("organizationId", "=", organizationId)
      .where("workflowId", "in", ids)
      .execute();
  await tx
    .deleteFrom("workflows")
    .where("organizationId", "=", organizationId)
    .where("id", "in", ids)
    .execute();
  for (const { threadId } of asking) await recountApprovals(tx, { organizationId, id: threadId ?? "" });
  // A run is held before the one that waits for it, so this comes last.
  const given = { state: "cancelled", result: null, error: "The workflow was deleted." };
  for (const { id: runId, parentToken: token } of runs) {
    await endChildren(deps, tx, { organizationId, runId });
    if (token !== null) await resumeStep(deps, tx, { organizationId, token, given });
  }
}
