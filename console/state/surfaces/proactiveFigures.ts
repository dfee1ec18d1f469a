import { listProactiveFigures } from "../../../shared/contract/surfaces/proactive.ts";
import type { ProactiveFigures } from "../../../shared/contract/surfaces/proactive.ts";
import { client } from "../platform/client.ts";
import { createResource, load, resetUnlessOf } from "../platform/resource.ts";
import type { Of } from "../platform/resource.ts";
import type { AgentPlace } from "../shell/paths.ts";

/** How often visitors met the texts that the agent says first. */
export const proactiveFigures = createResource<Of<{ items: ProactiveFigures[] }>>();

export function loadProactiveFigures({ orgId, agentId }: AgentPlace): Promise<void> {
  resetUnlessOf(proactiveFigures, agentId);
  return load(proactiveFigures, async () => {
    const { items } = await client.call(listProactiveFigures, { params: { orgId, productId: agentId } });
    return { of: agentId, items };
  });
}
