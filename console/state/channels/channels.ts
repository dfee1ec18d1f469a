import type { Snapshot } from "valtio";
import {
  deleteChannel as deleteChannelCall,
  installChannel as installChannelCall,
  listChannels,
  testChannel as testChannelCall,
  updateChannel,
} from "../../../shared/contract/channels/channels.ts";
import type { ChannelSurface } from "../../../shared/contract/channels/channels.ts";
import { browser } from "../platform/browser.ts";
import { client } from "../platform/client.ts";
import { watchAgent } from "../platform/live.ts";
import { createResource, fill, load, reset } from "../platform/resource.ts";
import type { AgentPlace } from "../shell/paths.ts";

interface OwnedChannels {
  agentId: string;
  items: ChannelSurface[];
}

/** The channels of the last viewed agent. */
export const channels = createResource<OwnedChannels>();

/** A channel as a screen reads it. */
export type ShownChannel = Snapshot<ChannelSurface>;

export async function loadChannels(place: AgentPlace): Promise<void> {
  if (channels.data && channels.data.agentId !== place.agentId) reset(channels);
  await load(channels, async () => {
    const { items } = await client.call(listChannels, { params: paramsOf(place) });
    return { agentId: place.agentId, items };
  });
}

/** Reads them again after every change to the agent, such as when a colleague saves or a provider refuses a token. */
export function watchChannels(place: AgentPlace): () => void {
  return watchAgent(place.agentId, {
    onEvent: (event) => event.type === "agent" && void loadChannels(place),
    onReadAfresh: () => void loadChannels(place),
  });
}

export interface ChannelChange {
  enabled: boolean;
  settings: Record<string, string>;
  /** Those that are left out stay as they are. */
  secrets: Record<string, string>;
}

/** Saves a channel and connects it; 409 `conflict` if a colleague saved after it was read. */
export async function saveChannel(
  place: AgentPlace,
  { type, revision }: Pick<ChannelSurface, "type" | "revision">,
  change: ChannelChange,
): Promise<ChannelSurface> {
  const body = { data: { revision, ...change } };
  const { data } = await client.call(updateChannel, {
    params: { ...paramsOf(place), surfaceType: type },
    body,
  });
  return take(place, data);
}

/** Asks the provider whether it takes the credentials. */
export async function testChannel(place: AgentPlace, type: string): Promise<ChannelSurface> {
  const { data } = await client.call(testChannelCall, { params: { ...paramsOf(place), surfaceType: type } });
  return take(place, data);
}

/** Leaves for the provider's own page, on which people add this installation's app to their workspace. */
export async function installChannel(
  place: AgentPlace,
  { type, returnTo }: { type: string; returnTo: string },
): Promise<void> {
  const { data } = await client.call(installChannelCall, {
    params: { ...paramsOf(place), surfaceType: type },
    body: { data: { returnTo } },
  });
  browser.go(data.url);
}

/** Disconnects a channel and deletes its credentials. */
export async function removeChannel(place: AgentPlace, type: string): Promise<void> {
  const params = { ...paramsOf(place), surfaceType: type };
  take(place, (await client.call(deleteChannelCall, { params, query: { confirmed: "true" } })).data);
}

function take({ agentId }: AgentPlace, channel: ChannelSurface): ChannelSurface {
  const items = channels.data?.agentId === agentId ? channels.data.items : [];
  fill(channels, { agentId, items: items.map((item) => (item.type === channel.type ? channel : item)) });
  return channel;
}

function paramsOf({ orgId, agentId }: AgentPlace) {
  return { orgId, productId: agentId };
}
