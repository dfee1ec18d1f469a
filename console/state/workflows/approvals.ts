import { decideWorkflowStep, listWorkflowApprovals } from "../../../shared/contract/workflows/runs.ts";
import type { WaitingApproval } from "../../../shared/contract/workflows/runs.ts";
import { client } from "../platform/client.ts";
import { createResource, load, resetUnlessOf } from "../platform/resource.ts";
import type { Of } from "../platform/resource.ts";
import { allAgents } from "../shell/paths.ts";
import type { AgentPlace } from "../shell/paths.ts";

/** Of which conversation; `none` for an agent's runs that have none. */
export interface ApprovalPlace extends AgentPlace {
  threadId: string;
}

/** What workflows ask members to decide in one conversation. */
export const workflowApprovals = createResource<Of<{ items: WaitingApproval[] }>>();
/** The same of an agent's runs without a conversation. */
export const runApprovals = createResource<Of<{ items: WaitingApproval[] }>>();

const mostAtOnce = 100;

/** Names what these hold. */
export function nameApprovals({ orgId, agentId, threadId }: ApprovalPlace): string {
  return `${orgId} ${agentId} ${threadId}`;
}

export function loadApprovals({ orgId, agentId, threadId }: ApprovalPlace): Promise<void> {
  const of = nameApprovals({ orgId, agentId, threadId });
  const resource = threadId === "none" ? runApprovals : workflowApprovals;
  resetUnlessOf(resource, of);
  return load(resource, async () => {
    const query = { ...(agentId !== allAgents && { agentId }), threadId, limit: mostAtOnce };
    const { items } = await client.call(listWorkflowApprovals, { params: { orgId }, query });
    return { of, items };
  });
}

export interface ApprovalDecision {
  decision: "approve" | "decline";
  note: string;
}

/** Approves or declines one, and reads what still waits; also if another member was quicker. */
export async function decideApproval(
  place: ApprovalPlace,
  { id: stepId, runId, workflowId }: Pick<WaitingApproval, "id" | "runId" | "workflowId">,
  data: ApprovalDecision,
): Promise<void> {
  const params = { orgId: place.orgId, workflowId, runId, stepId };
  try {
    await client.call(decideWorkflowStep, { params, body: { data } });
  } finally {
    await loadApprovals(place);
  }
}
