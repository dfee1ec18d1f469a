import { getZone } from "../../../shared/contract/knowledge/zones.ts";
import type { Zone } from "../../../shared/contract/knowledge/zones.ts";
import { client } from "../platform/client.ts";
import type { AgentPlace } from "../shell/paths.ts";
import { createResource, load, reset } from "../platform/resource.ts";

/** The zone of the agent whose data sources were viewed last. */
export const zone = createResource<Zone>();

/** Reads it; what another agent had goes away first. */
export async function loadZone({ orgId, agentId }: AgentPlace): Promise<void> {
  if (zone.data && zone.data.agentId !== agentId) reset(zone);
  await load(zone, async () => (await client.call(getZone, { params: { orgId, productId: agentId } })).data);
}
