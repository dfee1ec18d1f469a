import { listDataSources } from "../../../shared/contract/knowledge/knowledge.ts";
import { listSharedSources } from "../../../shared/contract/knowledge/sharedSources.ts";
import { client } from "../platform/client.ts";
import type { AgentPlace } from "../shell/paths.ts";

/** A data source that an agent answers from. */
export interface AnsweringSource {
  id: string;
  name: string;
}

/** As many as a list that one chooses from can have. */
const mostSources = 100;

/** The agent's own data sources, and those of the organization that it answers from, by name. */
export async function readAnsweringSources({ orgId, agentId }: AgentPlace): Promise<AnsweringSource[]> {
  const asked = { params: { orgId, productId: agentId }, query: { page: 1, limit: mostSources } };
  const [own, shared] = await Promise.all([
    client.call(listDataSources, asked),
    client.call(listSharedSources, asked),
  ]);
  return [...own.items, ...shared.items.filter(({ isUsed }) => isUsed)]
    .map(({ id, name }) => ({ id, name }))
    .sort((one, other) => one.name.localeCompare(other.name));
}
