import type { WorkflowRunRow } from "../../../server/workflows/tables.ts";

/** Makes runs of two workflows, of agents and of the organization, as their rows would be; every fifth is a test. */
export function makeRuns({
  organizationId,
  agentIds,
  from,
  to,
  runs,
}: {
  organizationId: string;
  agentIds: readonly string[];
  from: number;
  to: number;
  runs: number;
}): WorkflowRunRow[] {
  return Array.from({ length: runs }, (_, index): WorkflowRunRow => {
    const isFailed = index % 4 === 0;
    const createdAt = Math.floor(from + ((to - from) * index) / runs);
    return {
      ...{
        organizationId,
        id: `01run${String(index).padStart(21, "0")}`,
        workflowId: `workflow-${index % 2}`,
      },
      agentId: agentIds[index % (agentIds.length + 1)] ?? null,
      ...{ version: index % 5 === 0 ? null : 1, graph: null, trigger: "manual", pausedBecause: null },
      ...{ state: isFailed ? "failed" : "done", error: isFailed ? "It failed." : null, threadId: null },
      ...{ contactId: null, handedOver: 0, startedBy: null, startedByName: null, retryOf: null },
      ...{ parentRunId: null, parentToken: null, depth: 0, clientId: null, input: "{}", variables: "{}" },
      ...{ result: null, steps: 1, wakeAt: null, endsAt: createdAt, createdAt, endedAt: createdAt },
    };
  });
}
