import type { AnswerOf, BodyOf } from "../../../shared/contract/call.ts";
import {
  cancelWorkflowRun,
  decideWorkflowStep,
  getWorkflowRun,
  listWorkflowRuns,
  retryWorkflowRun,
  startWorkflowRun,
} from "../../../shared/contract/workflows/runs.ts";
import type {
  WorkflowRun,
  WorkflowRunDetail,
  WorkflowRunState,
} from "../../../shared/contract/workflows/runs.ts";
import type { TriggerKind } from "../../../shared/domain/workflows/triggers.ts";
import { client } from "../platform/client.ts";
import { createResource, load, resetUnlessOf } from "../platform/resource.ts";
import type { Of } from "../platform/resource.ts";
import { paramsOf } from "./workflows.ts";
import type { WorkflowPlace } from "./workflows.ts";

export interface RunFilter {
  page: number;
  state: WorkflowRunState | undefined;
  trigger: TriggerKind | undefined;
}

export interface RunPlace extends WorkflowPlace {
  runId: string;
}

/** A page of the runs of the workflow that is open. */
export const workflowRuns = createResource<Of<AnswerOf<typeof listWorkflowRuns>>>();
/** The run that is open, with its steps. */
export const openRun = createResource<Of<{ run: WorkflowRunDetail }>>();
/** The newest run of the workflow that is edited, whose values are the samples; null where there was none. */
export const lastRun = createResource<Of<{ run: WorkflowRunDetail | null }>>();

export function loadRuns(place: WorkflowPlace, { page, state, trigger }: RunFilter): Promise<void> {
  const of = [place.workflowId, state, trigger, page].join(" ");
  resetUnlessOf(workflowRuns, of);
  return load(workflowRuns, async () => {
    const query = { page, ...(state && { state }), ...(trigger && { trigger }) };
    return { of, ...(await client.call(listWorkflowRuns, { params: paramsOf(place), query })) };
  });
}

export function loadRun(place: RunPlace): Promise<void> {
  resetUnlessOf(openRun, place.runId);
  return load(openRun, async () => {
    const { data } = await client.call(getWorkflowRun, { params: runParams(place) });
    return { of: place.runId, run: data };
  });
}

/** Reads the newest run, for samples of what variables hold. */
export function loadLastRun(place: WorkflowPlace): Promise<void> {
  resetUnlessOf(lastRun, place.workflowId);
  return load(lastRun, async () => {
    const params = paramsOf(place);
    const { items } = await client.call(listWorkflowRuns, { params, query: { limit: 1 } });
    const [newest] = items;
    if (!newest) return { of: place.workflowId, run: null };
    const { data } = await client.call(getWorkflowRun, { params: { ...params, runId: newest.id } });
    return { of: place.workflowId, run: data };
  });
}

export async function startRun(
  place: WorkflowPlace,
  data: BodyOf<typeof startWorkflowRun>["data"],
): Promise<WorkflowRun> {
  return (await client.call(startWorkflowRun, { params: paramsOf(place), body: { data } })).data;
}

export async function cancelRun(place: RunPlace): Promise<void> {
  await client.call(cancelWorkflowRun, { params: runParams(place) });
  await loadRun(place);
}

/** Starts a new run from a step of an old one, and gives it. */
export async function retryRun(place: RunPlace, stepId: string): Promise<WorkflowRun> {
  const body = { data: { stepId } };
  return (await client.call(retryWorkflowRun, { params: runParams(place), body })).data;
}

/** Approves or declines what a step of the run waits for. */
export async function decideStep(
  place: RunPlace,
  { stepId, ...data }: BodyOf<typeof decideWorkflowStep>["data"] & { stepId: string },
): Promise<void> {
  const params = { ...runParams(place), stepId };
  await client.call(decideWorkflowStep, { params, body: { data } });
  await loadRun(place);
}

function runParams(place: RunPlace): { orgId: string; workflowId: string; runId: string } {
  return { ...paramsOf(place), runId: place.runId };
}
