import type { BodyOf } from "../../../shared/contract/call.ts";
import type { WorkflowRunDetail } from "../../../shared/contract/workflows/runs.ts";
import { getWorkflowRun, startWorkflowRun } from "../../../shared/contract/workflows/runs.ts";
import { createWorkflow, publishWorkflow } from "../../../shared/contract/workflows/workflows.ts";
import type { WorkflowDetail } from "../../../shared/contract/workflows/workflows.ts";
import { vi } from "vitest";
import type { Graph } from "../../../shared/domain/workflows/graph.ts";
import type { Trigger } from "../../../shared/domain/workflows/triggers.ts";
import type { TestClient } from "../client.ts";

interface Made {
  name?: string;
  agentId?: string | null;
  trigger?: Trigger;
  graph: Graph;
}

/** Creates a workflow and publishes it. */
export async function publishNew(
  client: TestClient,
  { name = "Flow", ...made }: Made,
): Promise<WorkflowDetail> {
  const body = { data: { name, ...made } } as BodyOf<typeof createWorkflow>;
  const { data } = await client.call(createWorkflow, { body });
  const params = { workflowId: data.id };
  return (await client.call(publishWorkflow, { params, body: { data: { revision: data.revision } } })).data;
}

/** Starts a workflow by hand and gives its run's ID. */
export async function start(
  client: TestClient,
  workflow: { id: string },
  data: Partial<BodyOf<typeof startWorkflowRun>["data"]> = {},
): Promise<{ workflowId: string; runId: string }> {
  const params = { workflowId: workflow.id };
  const run = await client.call(startWorkflowRun, { params, body: { data } });
  return { workflowId: workflow.id, runId: run.data.id };
}

/** Waits until a run is so. */
export function runUntil(
  client: TestClient,
  params: { workflowId: string; runId: string },
  isSo: (run: WorkflowRunDetail) => boolean = ({ endedAt }) => endedAt !== null,
): Promise<WorkflowRunDetail> {
  return vi.waitFor(
    async () => {
      const { data } = await client.call(getWorkflowRun, { params });
      if (!isSo(data)) throw new Error(`The run is ${JSON.stringify(data, null, 1)}`);
      return data;
    },
    { interval: 100 },
  );
}
