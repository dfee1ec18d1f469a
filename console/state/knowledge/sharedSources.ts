import { chooseSharedSource, listSharedSources } from "../../../shared/contract/knowledge/sharedSources.ts";
import type { SharedSource } from "../../../shared/contract/knowledge/sharedSources.ts";
import { mergeById } from "../agents/agents.ts";
import { client } from "../platform/client.ts";
import type { AgentPlace } from "../shell/paths.ts";
import { createResource, fill, load, resetUnlessOf } from "../platform/resource.ts";
import type { Of } from "../platform/resource.ts";
import { noteStepDone } from "../agents/setupGuide.ts";

/** The organization's own data sources as the agent that is open sees them. */
export const sharedSources = createResource<Of<{ items: SharedSource[]; total: number }>>();

/** How many come at a time; the call's maximum. */
const pageSize = 100;

export async function loadSharedSources(place: AgentPlace): Promise<void> {
  resetUnlessOf(sharedSources, place.agentId);
  await load(sharedSources, () => readPage(place, 1));
}

/** Reads the next hundred. */
export async function loadMoreSharedSources(place: AgentPlace): Promise<void> {
  const items = sharedSources.data?.items ?? [];
  const more = await readPage(place, Math.floor(items.length / pageSize) + 1);
  fill(sharedSources, { ...more, items: mergeById(items, more.items) });
}

/** Has the agent answer from a shared source, or stop using it. */
export async function chooseShared(
  { orgId, agentId }: AgentPlace,
  id: string,
  isUsed: boolean,
): Promise<void> {
  const params = { orgId, productId: agentId, datasourceId: id };
  const { data } = await client.call(chooseSharedSource, { params, body: { data: { isUsed } } });
  if (isUsed) noteStepDone(agentId, "datasources");
  const there = sharedSources.data;
  if (there?.of === agentId) there.items = there.items.map((one) => (one.id === id ? data : one));
}

async function readPage({ orgId, agentId }: AgentPlace, page: number) {
  const params = { orgId, productId: agentId };
  const { items, page: at } = await client.call(listSharedSources, {
    params,
    query: { page, limit: pageSize },
  });
  return { of: agentId, items, total: at.total };
}
