import type { BodyOf } from "../../../shared/contract/call.ts";
import {
  deleteVideoAvatar,
  getVideoAvatar,
  testVideoAvatar,
  updateVideoAvatar,
} from "../../../shared/contract/voice/avatar.ts";
import type { AvatarSurface } from "../../../shared/contract/voice/avatar.ts";
import { client } from "../platform/client.ts";
import { createResource, fill, load } from "../platform/resource.ts";
import type { AgentPlace } from "../shell/paths.ts";

/** The video avatar of the agent viewed last. */
export const avatar = createResource<{ agentId: string; surface: AvatarSurface }>();

const paramsOf = ({ orgId, agentId }: AgentPlace) => ({ orgId, productId: agentId });

export function loadAvatar(place: AgentPlace): Promise<void> {
  return load(avatar, async () => {
    const { data } = await client.call(getVideoAvatar, { params: paramsOf(place) });
    return { agentId: place.agentId, surface: data };
  });
}

/** Saves the avatar; gives how it is then. */
export async function saveAvatar(
  place: AgentPlace,
  data: BodyOf<typeof updateVideoAvatar>["data"],
): Promise<AvatarSurface> {
  return take(place, await client.call(updateVideoAvatar, { params: paramsOf(place), body: { data } }));
}

/** Asks the service whether the avatar works. */
export async function testAvatar(place: AgentPlace): Promise<AvatarSurface> {
  return take(place, await client.call(testVideoAvatar, { params: paramsOf(place) }));
}

export async function removeAvatar(place: AgentPlace): Promise<void> {
  const query = { confirmed: "true" } as const;
  take(place, await client.call(deleteVideoAvatar, { params: paramsOf(place), query }));
}

function take({ agentId }: AgentPlace, { data }: { data: AvatarSurface }): AvatarSurface {
  fill(avatar, { agentId, surface: data });
  return data;
}
