import {
  cancelWorkflowRun,
  decideWorkflowStep,
  getWorkflowRun,
  listWorkflowApprovals,
  listWorkflowRuns,
  retryWorkflowRun,
  startWorkflowRun,
} from "../../shared/contract/workflows/runs.ts";
import type { QueryOf } from "../../shared/contract/call.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { findThread, lockThread } from "../conversations/threads/find.ts";
import type { Db, Tx } from "../database/store.ts";
import { handle } from "../requests/handle.ts";
import type { MemberCaller, Route } from "../requests/handle.ts";
import { findDraftProblems } from "./calls.ts";
import type { WorkflowDeps } from "./deps.ts";
import { findPublished, findRun, findWorkflow, maySee, readGraph, readTrigger } from "./find.ts";
import { presentRun, presentRunDetail, presentStep } from "./present.ts";
import { cancelRun } from "./running/cancel.ts";
import { resumeStep } from "./running/resume.ts";
import { startRun } from "./running/start.ts";
import { findGraph } from "./running/store.ts";
import { refuseProblems } from "./save.ts";
import { readApproval } from "./steps/wait.ts";
import { readHook } from "./triggers/hookPage.ts";
import type { WorkflowRow, WorkflowRunRow, WorkflowRunStepRow } from "./tables.ts";

type Decider = Pick<MemberCaller, "userId">;

/** The calls on runs: starting, looking, ending, and deciding what they wait for. */
export function runRoutes(deps: WorkflowDeps): Route[] {
  const { store } = deps;

  return [
    handle(startWorkflowRun, async ({ caller, params, body }) => {
      const workflow = await findWorkflow(store.db, caller, params.workflowId);
      const { input, draft, threadId, hookBody, clientId = null } = body.data;
      if (hookBody !== undefined && readTrigger(workflow).kind !== "webhook")
        throw new AppError("invalid_input", { message: "Choose a webhook as the trigger, and save." });
      const runnable = draft ? await openDraft(workflow) : await openPublished(workflow);
      const thread = threadId === undefined ? null : await findOwnThread(workflow, threadId);
      const run = await store.transaction((tx) =>
        startRun(deps, tx, {
          ...{ workflow, ...runnable, trigger: "manual", input, clientId, by: caller },
          thread: thread && { id: thread.id, contactId: thread.contactId },
          ...(hookBody !== undefined && readHook(hookBody, {})),
        }),
      );
      return { data: named(workflow, run) };
    }),

    handle(listWorkflowRuns, async ({ caller, params, query }) => {
      const workflow = await findWorkflow(store.db, caller, params.workflowId);
      const { rows, total } = await listRuns(store.db, workflow, query);
      const { page, limit } = query;
      return { items: rows.map((run) => named(workflow, run)), page: { page, limit, total } };
    }),

    handle(getWorkflowRun, async ({ caller, params }) => {
      const workflow = await findWorkflow(store.db, caller, params.workflowId);
      const run = await findRun(store.db, workflow, params.runId);
      const steps = await listSteps(store.db, run);
      const mayDecide = await readDeciders(run, caller);
      return { data: presentRunDetail({ ...run, workflowName: workflow.name }, steps, mayDecide) };
    }),

    handle(cancelWorkflowRun, async ({ caller, params }) => {
      const workflow = await findWorkflow(store.db, caller, params.workflowId);
      const run = await findRun(store.db, workflow, params.runId);
      await cancelRun(deps, { organizationId: run.organizationId, runId: run.id });
      return { data: named(workflow, await findRun(store.db, workflow, params.runId)) };
    }),

    handle(retryWorkflowRun, async ({ caller, params, body }) => {
      const workflow = await findWorkflow(store.db, caller, params.workflowId);
      const old = await findRun(store.db, workflow, params.runId);
      const step = (await listSteps(store.db, old)).find(({ id }) => id === body.data.stepId);
      const graph = await findGraph(store.db, old);
      if (!step || !graph) throw new AppError("not_found");
      if (step.scope !== "" || step.kind === "join")
        throw new AppError("invalid_input", {
          message: "You can’t run again from a loop or a join. Choose another step.",
        });
      if (step.variables === null)
        throw new AppError("invalid_input", {
          message: "This step’s variables were too large to keep. Run the workflow from the start.",
        });
      const variables = JSON.parse(step.variables) as Record<string, unknown>; // written by the session
      const run = await store.transaction((tx) =>
        startRun(deps, tx, {
          ...{ workflow, version: old.version, graph, trigger: old.trigger },
          input: JSON.parse(old.input) as Record<string, unknown>, // written by start
          thread: old.threadId === null ? null : { id: old.threadId, contactId: old.contactId },
          by: caller,
          retry: { runId: old.id, stepId: step.stepId, variables },
        }),
      );
      return { data: named(workflow, run) };
    }),

    handle(decideWorkflowStep, async ({ caller, params, body }) => {
      const workflow = await findWorkflow(store.db, caller, params.workflowId);
      const run = await findRun(store.db, workflow, params.runId);
      const step = (await listSteps(store.db, run)).find(({ id }) => id === params.stepId);
      if (step?.kind !== "approval") throw new AppError("not_found");
      if (step.token === null) throw decided();
      const mayDecide = await readDeciders(run, caller);
      if (!mayDecide(step))
        throw new AppError("forbidden", { message: "You can’t decide this. Ask another member." });
      const { token, organizationId } = step;
      const by = { userId: caller.userId, name: caller.name };
      const isTaken = await store.transaction(async (tx) => {
        // A conversation is held before its run.
        const thread = step.threadId === null ? null : await lockOwnThread(tx, run);
        const taken = await resumeStep(deps, tx, { organizationId, token, given: { ...body.data }, by });
        if (taken && thread) await deps.acts.keepApprovals(tx, { thread, asked: [], now: deps.now() });
        return taken;
      });
      if (!isTaken) throw decided();
      const after = (await listSteps(store.db, run)).find(({ id }) => id === step.id) ?? step;
      return { data: presentStep(after, () => false) };
    }),

    handle(listWorkflowApprovals, async ({ caller, query }) => {
      const { rows, total } = await listWaiting(store.db, caller, query);
      const names = await readNames(
        store.db,
        rows.flatMap(({ step }) => readApproval(step).memberIds),
      );
      const items = await Promise.all(
        rows.map(async ({ workflowName, ...row }) => {
          const { run, step } = row;
          const mayDecide = await readDeciders(run, caller);
          const { title, memberIds } = readApproval(step);
          return {
            ...{ id: step.id, runId: run.id, workflowId: run.workflowId, workflowName },
            ...{ agentId: run.agentId, threadId: run.threadId, text: title },
            startedByName: run.startedByName,
            deciderNames: memberIds.flatMap((id) => names.get(id) ?? []),
            ...{
              mayDecide: mayDecide(step),
              createdAt: step.createdAt,
              expiresAt: step.wakeAt ?? run.endsAt,
            },
          };
        }),
      );
      return { items, page: { page: query.page, limit: query.limit, total } };
    }),
  ];

  async function openDraft(workflow: WorkflowRow) {
    refuseProblems(await findDraftProblems(deps, workflow));
    return { version: null, graph: readGraph(workflow) };
  }

  async function openPublished({ organizationId, id, pausedAt }: WorkflowRow) {
    const published = await findPublished(store.db, { organizationId, workflowId: id });
    if (published) return { version: published.version, graph: published.graph };
    const message =
      pausedAt === null
        ? "Publish this workflow and turn it on first."
        : "This workflow is paused because its runs failed. Turn it on again first.";
    throw new AppError("invalid_input", { message });
  }

  async function findOwnThread({ organizationId, agentId }: WorkflowRow, threadId: string) {
    if (agentId === null)
      throw new AppError("invalid_input", {
        message: "Only an agent’s workflow can run in a conversation.",
      });
    return findThread(store.db, { organizationId, agentId, threadId });
  }

  /** The members who may decide the approvals of a run. */
  async function readDeciders(run: WorkflowRunRow, { userId }: Decider) {
    const graph = await findGraph(store.db, run);
    return ({ kind, stepId, waitsFor, token }: WorkflowRunStepRow): boolean => {
      const step = graph?.steps.find(({ id }) => id === stepId);
      if (kind !== "approval" || step?.kind !== "approval") return false;
      if (waitsFor !== "approval" || token === null) return false;
      const { memberIds, byAnother } = step.config;
      const isNamed = memberIds.length === 0 || memberIds.includes(userId);
      return isNamed && !(byAnother && run.startedBy === userId);
    };
  }
}

function named({ name: workflowName }: WorkflowRow, run: WorkflowRunRow) {
  return presentRun({ ...run, workflowName });
}

function decided(): AppError {
  return new AppError("conflict", { message: "This was already decided or has expired." });
}

async function lockOwnThread(tx: Tx, { organizationId, agentId, threadId }: WorkflowRunRow) {
  if (agentId === null || threadId === null) return null;
  return lockThread(tx, { organizationId, agentId, threadId });
}

async function readNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const users = await db
    .selectFrom("users")
    .select(["id", "firstName", "lastName"])
    .where("id", "in", [...new Set(ids)])
    .execute();
  return new Map(users.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()]));
}

async function listRuns(
  db: Db,
  { organizationId, id }: WorkflowRow,
  { page, limit, state, trigger, threadId }: QueryOf<typeof listWorkflowRuns>,
): Promise<{ rows: WorkflowRunRow[]; total: number }> {
  let all = db
    .selectFrom("workflowRuns")
    .where("organizationId", "=", organizationId)
    .where("workflowId", "=", id);
  if (state !== undefined) all = all.where("state", "=", state);
  if (trigger !== undefined) all = all.where("trigger", "=", trigger);
  if (threadId !== undefined) all = all.where("threadId", "=", threadId);
  const { total } = await all.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const rows = await all
    .selectAll()
    .orderBy("id", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { rows, total: Number(total) };
}

function listSteps(db: Db, { organizationId, id }: WorkflowRunRow): Promise<WorkflowRunStepRow[]> {
  return db
    .selectFrom("workflowRunSteps")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("runId", "=", id)
    .orderBy("number")
    .execute();
}

async function listWaiting(
  db: Db,
  { organizationId, agentIds }: MemberCaller,
  { page, limit, agentId, threadId }: QueryOf<typeof listWorkflowApprovals>,
) {
  let waiting = db
    .selectFrom("workflowRunSteps")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("waitsFor", "=", "approval");
  if (threadId !== undefined)
    waiting = waiting.where(
      "threadId",
      threadId === "none" ? "is" : "=",
      threadId === "none" ? null : threadId,
    );
  const steps = await waiting.orderBy("id").limit(mostWaiting).execute();
  if (steps.length === 0) return { rows: [], total: 0 };
  const runs = await db
    .selectFrom("workflowRuns")
    .innerJoin("workflows", (join) =>
      join
        .onRef("workflows.organizationId", "=", "workflowRuns.organizationId")
        .onRef("workflows.id", "=", "workflowRuns.workflowId"),
    )
    .selectAll("workflowRuns")
    .select("workflows.name as workflowName")
    .where("workflowRuns.organizationId", "=", organizationId)
    .where(
      "workflowRuns.id",
      "in",
      steps.map(({ runId }) => runId),
    )
    .execute();
  const byId = new Map(runs.map((run) => [run.id, run]));
  const all = steps.flatMap((step) => {
    const run = byId.get(step.runId);
    if (agentId !== undefined && run?.agentId !== agentId) return [];
    return run && maySee(agentIds, run.agentId) ? [{ step, run, workflowName: run.workflowName }] : [];
  });
  return { rows: all.slice((page - 1) * limit, page * limit), total: all.length };
}

const mostWaiting = 1000;
