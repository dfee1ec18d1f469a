import { listDataSources } from "../../../shared/contract/knowledge/knowledge.ts";
import type { DataSource } from "../../../shared/contract/knowledge/knowledge.ts";
import { client } from "../platform/client.ts";
import type { AgentPlace } from "../shell/paths.ts";

/** Gives the agent's sources whose name has the text in it. */
export async function findSources({ orgId, agentId }: AgentPlace, search: string): Promise<DataSource[]> {
  const params = { orgId, productId: agentId };
  const { items } = await client.call(listDataSources, { params, query: { limit: 100 } });
  const wanted = search.toLowerCase();
  return items.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, 5);
}
