import { listThreads } from "../../shared/contract/conversations.ts";
import { listDataSources } from "../../shared/contract/knowledge.ts";
import { listSurfaces } from "../../shared/contract/surfaces.ts";
import { client } from "./client.ts";
import { createResource, load } from "./resource.ts";

interface Progress {
  agentId: string;
  hasKnowledge: boolean;
  isDeployed: boolean;
  hasConversations: boolean;
}

/** How far the agent that was looked at last has come. */
export const progress = createResource<Progress>();

/** Asks for one row of each kind; what can't be read counts as not done yet. */
export function loadProgress({ orgId, agentId }: { orgId: string; agentId: string }): Promise<void> {
  const params = { orgId, productId: agentId };
  const query = { page: 1, limit: 1 };
  return load(progress, async () => {
    const [sources, surfaces, threads] = await Promise.all([
      client.call(listDataSources, { params, query }).catch(() => null),
      client.call(listSurfaces, { params }).catch(() => null),
      client.call(listThreads, { params, query }).catch(() => null),
    ]);
    return {
      agentId,
      hasKnowledge: (sources?.page.total ?? 0) > 0,
      isDeployed: surfaces?.items.some((one) => one.type === "widget" && one.lastSeen !== null) ?? false,
      hasConversations: (threads?.page.total ?? 0) > 0,
    };
  });
}
