import {
  listDeletedAgents,
  removeDeletedAgent,
  restoreAgent,
} from "../../../shared/contract/agents/deletedAgents.ts";
import type { DeletedAgent } from "../../../shared/contract/agents/deletedAgents.ts";
import { agents, putAgent } from "./agents.ts";
import { client } from "../platform/client.ts";
import { createResource, fill, load, reset } from "../platform/resource.ts";

interface Deleted {
  orgId: string;
  items: DeletedAgent[];
}

/** The organization's deleted agents that can still be restored, the latest first. */
export const deletedAgents = createResource<Deleted>();

/** Reads them; more than a hundred in a few days are not shown. */
export async function loadDeletedAgents(orgId: string): Promise<void> {
  if (deletedAgents.data && deletedAgents.data.orgId !== orgId) reset(deletedAgents);
  await load(deletedAgents, async () => {
    const query = { page: 1, limit: 100 };
    return { orgId, items: (await client.call(listDeletedAgents, { params: { orgId }, query })).items };
  });
}

/** Brings one back as it was. */
export async function restoreDeleted(orgId: string, agentId: string): Promise<void> {
  putAgent((await client.call(restoreAgent, { params: { orgId, deletedId: agentId } })).data);
  if (agents.page) agents.page.total += 1;
  forget(agentId);
}

/** Deletes one for good, before its time. */
export async function removeForGood(orgId: string, agentId: string): Promise<void> {
  await client.call(removeDeletedAgent, {
    params: { orgId, deletedId: agentId },
    query: { confirmed: "true" },
  });
  forget(agentId);
}

function forget(agentId: string): void {
  const { data } = deletedAgents;
  if (data) fill(deletedAgents, { ...data, items: data.items.filter(({ id }) => id !== agentId) });
}
