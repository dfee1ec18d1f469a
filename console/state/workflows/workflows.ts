import type { AnswerOf, BodyOf } from "../../../shared/contract/call.ts";
import {
  createWorkflow,
  enableWorkflow,
  getWorkflow,
  getWorkflowVersion,
  listWorkflowVersions,
  listWorkflows,
  publishWorkflow,
  removeWorkflow,
  renewWorkflowHook,
  restoreWorkflowVersion,
  updateWorkflow,
} from "../../../shared/contract/workflows/workflows.ts";
import type {
  Workflow,
  WorkflowDetail,
  WorkflowVersionDetail,
} from "../../../shared/contract/workflows/workflows.ts";
import type { Graph } from "../../../shared/domain/workflows/graph.ts";
import type { Trigger } from "../../../shared/domain/workflows/triggers.ts";
import { client } from "../platform/client.ts";
import { createResource, fill, load, resetUnlessOf } from "../platform/resource.ts";
import type { Of } from "../platform/resource.ts";
import type { AgentPlace } from "../shell/paths.ts";

/** What of a workflow is edited and saved together. */
export interface WorkflowDraft {
  name: string;
  description: string;
  trigger: Trigger;
  graph: Graph;
}

export interface WorkflowPlace extends AgentPlace {
  workflowId: string;
}

/** The workflows of the agent that is open; all of them, for an agent has few. */
export const workflows = createResource<Of<{ items: Workflow[] }>>();
/** The workflow that is open, with its draft. */
export const openWorkflow = createResource<Of<{ workflow: WorkflowDetail }>>();
/** The versions of the workflow that is open. */
export const workflowVersions = createResource<Of<AnswerOf<typeof listWorkflowVersions>>>();

const mostAtOnce = 100;

export function loadWorkflows({ orgId, agentId }: AgentPlace): Promise<void> {
  resetUnlessOf(workflows, agentId);
  return load(workflows, async () => {
    const query = { agentId, limit: mostAtOnce };
    const items: Workflow[] = [];
    for (let page = 1; ; page += 1) {
      const found = await client.call(listWorkflows, { params: { orgId }, query: { ...query, page } });
      items.push(...found.items);
      if (items.length >= found.page.total || found.items.length === 0) return { of: agentId, items };
    }
  });
}

export function loadWorkflow(place: WorkflowPlace): Promise<void> {
  resetUnlessOf(openWorkflow, place.workflowId);
  return load(openWorkflow, async () => {
    const { data } = await client.call(getWorkflow, { params: paramsOf(place) });
    return { of: place.workflowId, workflow: data };
  });
}

export async function makeWorkflow(
  { orgId, agentId }: AgentPlace,
  draft: WorkflowDraft,
): Promise<WorkflowDetail> {
  const { data } = await client.call(createWorkflow, {
    params: { orgId },
    body: { data: { agentId, ...draft } },
  });
  return data;
}

/** Adds a workflow with the same steps. */
export async function copyWorkflow(place: WorkflowPlace): Promise<WorkflowDetail> {
  const { data } = await client.call(getWorkflow, { params: paramsOf(place) });
  const { description, trigger, graph } = data;
  return makeWorkflow(place, { name: `Copy of ${data.name}`.slice(0, 120), description, trigger, graph });
}

/** Saves a draft that nobody saved since `revision`; refused with `conflict` otherwise. */
export async function saveWorkflow(
  place: WorkflowPlace,
  data: WorkflowDraft & { revision: number },
): Promise<WorkflowDetail> {
  return keep(place, await client.call(updateWorkflow, { params: paramsOf(place), body: { data } }));
}

/** Makes the draft the version that runs, and turns it on. */
export async function makePublic(
  place: WorkflowPlace,
  data: BodyOf<typeof publishWorkflow>["data"],
): Promise<WorkflowDetail> {
  return keep(place, await client.call(publishWorkflow, { params: paramsOf(place), body: { data } }));
}

export async function switchWorkflow(place: WorkflowPlace, enabled: boolean): Promise<WorkflowDetail> {
  const body = { data: { enabled } };
  return keep(place, await client.call(enableWorkflow, { params: paramsOf(place), body }));
}

export async function deleteWorkflow(place: WorkflowPlace): Promise<void> {
  await client.call(removeWorkflow, { params: paramsOf(place), query: { confirmed: "true" } });
  const { data } = workflows;
  if (data) fill(workflows, { ...data, items: data.items.filter(({ id }) => id !== place.workflowId) });
}

export function loadVersions(place: WorkflowPlace, page: number): Promise<void> {
  resetUnlessOf(workflowVersions, place.workflowId);
  return load(workflowVersions, async () => {
    const found = await client.call(listWorkflowVersions, { params: paramsOf(place), query: { page } });
    return { of: place.workflowId, ...found };
  });
}

export async function readVersion(place: WorkflowPlace, version: number): Promise<WorkflowVersionDetail> {
  const params = { ...paramsOf(place), version: String(version) };
  return (await client.call(getWorkflowVersion, { params })).data;
}

/** Makes the draft what a version was. */
export async function restoreVersion(
  place: WorkflowPlace,
  { version, revision }: { version: number; revision: number },
): Promise<WorkflowDetail> {
  const params = { ...paramsOf(place), version: String(version) };
  return keep(place, await client.call(restoreWorkflowVersion, { params, body: { data: { revision } } }));
}

/** Makes a new secret for the workflow's webhook, and gives it: it is told once. */
export async function renewHook(place: WorkflowPlace): Promise<AnswerOf<typeof renewWorkflowHook>["data"]> {
  const { data } = await client.call(renewWorkflowHook, { params: paramsOf(place) });
  await loadWorkflow(place);
  return data;
}

/** What a change answers is what there is now, in the list too. */
function keep(place: WorkflowPlace, { data: workflow }: { data: WorkflowDetail }): WorkflowDetail {
  fill(openWorkflow, { of: place.workflowId, workflow });
  const { data } = workflows;
  if (data?.of === place.agentId) {
    const items = data.items.map((one) => (one.id === workflow.id ? workflow : one));
    fill(workflows, { ...data, items });
  }
  return workflow;
}

/** What the path of a workflow names. */
export function paramsOf({ orgId, workflowId }: WorkflowPlace): { orgId: string; workflowId: string } {
  return { orgId, workflowId };
}
