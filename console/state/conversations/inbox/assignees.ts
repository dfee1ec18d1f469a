import { listAssignees, updateAssignee } from "../../../../shared/contract/conversations/inbox/assignees.ts";
import type { Assignees } from "../../../../shared/contract/conversations/inbox/assignees.ts";
import { client } from "../../platform/client.ts";
import type { AgentPlace } from "../../shell/paths.ts";
import { createResource, load, resetUnlessOf } from "../../platform/resource.ts";
import type { Of } from "../../platform/resource.ts";

/** Those whom an agent's conversations can be given to. */
export const assignees = createResource<Of<Assignees>>();

/** Reads them. */
export async function loadAssignees({ orgId, agentId }: AgentPlace): Promise<void> {
  resetUnlessOf(assignees, orgId);
  await load(assignees, async () => {
    const { data } = await client.call(listAssignees, { params: { orgId, productId: agentId } });
    return { ...data, of: orgId };
  });
}

/** Says how many conversations somebody has at most; null for the agent's number. */
export async function saveCapacity(
  { orgId, agentId }: AgentPlace,
  { memberId, capacity }: { memberId: string; capacity: number | null },
): Promise<void> {
  const params = { orgId, productId: agentId, memberId };
  const { data } = await client.call(updateAssignee, { params, body: { data: { capacity } } });
  if (assignees.data?.of !== orgId) return;
  assignees.data.people = assignees.data.people.map((one) => (one.id === memberId ? data : one));
}
