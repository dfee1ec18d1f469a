import type { Snapshot } from "valtio";
import type { BodyOf } from "../../../shared/contract/call.ts";
import type { DnsFinding, HostedWebSurface } from "../../../shared/contract/surfaces/surfaces.ts";
import {
  checkPredefinedDomain,
  deleteHostedWeb as deleteHostedWebCall,
  getHostedWeb,
  setHostedDomain,
  updateHostedWeb,
  validateDns,
} from "../../../shared/contract/surfaces/surfaces.ts";
import { client } from "../platform/client.ts";
import type { AgentPlace } from "../shell/paths.ts";
import { createResource, fill, load, reset } from "../platform/resource.ts";

interface OwnedPage {
  agentId: string;
  page: HostedWebSurface;
}

/** The hosted page of the last viewed agent. */
export const hostedWeb = createResource<OwnedPage>();

/** The page as a screen reads it. */
export type ShownHostedPage = Snapshot<HostedWebSurface>;

export async function loadHostedWeb(place: AgentPlace): Promise<void> {
  if (hostedWeb.data && hostedWeb.data.agentId !== place.agentId) reset(hostedWeb);
  await load(hostedWeb, async () => {
    const { data } = await client.call(getHostedWeb, { params: paramsOf(place) });
    return { agentId: place.agentId, page: data };
  });
}

/** Saves the page, at once; 409 `conflict` if another member saved since, `name_taken` where the address is not free. */
export async function saveHostedWeb(
  place: AgentPlace,
  data: BodyOf<typeof updateHostedWeb>["data"],
): Promise<HostedWebSurface> {
  const saved = (await client.call(updateHostedWeb, { params: paramsOf(place), body: { data } })).data;
  fill(hostedWeb, { agentId: place.agentId, page: saved });
  return saved;
}

/** Deletes the page; what the agent proposes is in its place. */
export async function deleteHostedWeb(place: AgentPlace): Promise<void> {
  const query = { confirmed: "true" } as const;
  const { data } = await client.call(deleteHostedWebCall, { params: paramsOf(place), query });
  fill(hostedWeb, { agentId: place.agentId, page: data });
}

/** Names a domain of the team's own for the page, or gives it up. */
export async function nameHostedDomain(place: AgentPlace, name: string | null): Promise<void> {
  const { data } = await client.call(setHostedDomain, { params: paramsOf(place), body: { data: { name } } });
  fill(hostedWeb, { agentId: place.agentId, page: data });
}

/** Has the domain's records looked up; the page answers there once its proof was seen. */
export async function checkHostedDomain(place: AgentPlace): Promise<DnsFinding[]> {
  const { data } = await client.call(validateDns, { params: paramsOf(place) });
  fill(hostedWeb, { agentId: place.agentId, page: data.surface });
  return data.findings;
}

/** Whether the address is free, or this agent's already. */
export async function isSlugFree(place: AgentPlace, slug: string, signal: AbortSignal): Promise<boolean> {
  const input = { params: paramsOf(place), body: { data: { slug } }, signal };
  return (await client.call(checkPredefinedDomain, input)).data.isAvailable;
}

function paramsOf({ orgId, agentId }: AgentPlace) {
  return { orgId, productId: agentId };
}
