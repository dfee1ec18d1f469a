import { listAgentsToday } from "../../../shared/contract/analytics/today.ts";
import type { AgentToday } from "../../../shared/contract/analytics/today.ts";
import { client } from "../platform/client.ts";
import { createResource, load, resetUnlessOf } from "../platform/resource.ts";
import type { Of } from "../platform/resource.ts";
import { ownZone } from "./insights.ts";

/** What each agent did today, and its newest problem, by the agent's id. */
export const agentsToday = createResource<Of<{ byId: Record<string, AgentToday> }>>();

/** Reads them for the agents of an organization. */
export async function loadAgentsToday(orgId: string): Promise<void> {
  resetUnlessOf(agentsToday, orgId);
  await load(agentsToday, async () => {
    const query = { timezone: ownZone() };
    const { data } = await client.call(listAgentsToday, { params: { orgId }, query });
    return { byId: Object.fromEntries(data.map((one) => [one.agentId, one])), of: orgId };
  });
}
