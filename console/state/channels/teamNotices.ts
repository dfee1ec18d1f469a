import type { Snapshot } from "valtio";
import {
  getTeamNotices,
  listSlackChannels,
  testTeamNotices as testCall,
  updateTeamNotices,
} from "../../../shared/contract/channels/teamNotices.ts";
import type { SlackChannel, TeamNotices } from "../../../shared/contract/channels/teamNotices.ts";
import type { TeamNoticeKind } from "../../../shared/domain/teamNotices.ts";
import { client } from "../platform/client.ts";
import { watchAgent } from "../platform/live.ts";
import { createResource, fill, load, reset } from "../platform/resource.ts";
import type { AgentPlace } from "../shell/paths.ts";

interface Owned<Value> {
  agentId: string;
  value: Value;
}

/** Where the team of the last viewed agent is notified. */
export const teamNotices = createResource<Owned<TeamNotices>>();
/** The channels of its Slack workspace. */
export const slackChannels = createResource<Owned<SlackChannel[]>>();

/** As a screen reads it. */
export type ShownTeamNotices = Snapshot<TeamNotices>;

export async function loadTeamNotices({ orgId, agentId }: AgentPlace): Promise<void> {
  if (teamNotices.data && teamNotices.data.agentId !== agentId) reset(teamNotices);
  await load(teamNotices, async () => {
    const { data } = await client.call(getTeamNotices, { params: { orgId, productId: agentId } });
    return { agentId, value: data };
  });
}

export async function loadSlackChannels({ orgId, agentId }: AgentPlace): Promise<void> {
  if (slackChannels.data && slackChannels.data.agentId !== agentId) reset(slackChannels);
  await load(slackChannels, async () => {
    const { items } = await client.call(listSlackChannels, { params: { orgId, productId: agentId } });
    return { agentId, value: items };
  });
}

/** Reads them again after every change to the agent, such as when Slack refuses a token. */
export function watchTeamNotices(place: AgentPlace): () => void {
  return watchAgent(place.agentId, {
    onEvent: (event) => event.type === "agent" && void loadTeamNotices(place),
    onReadAfresh: () => void loadTeamNotices(place),
  });
}

export interface TeamNoticesChange {
  revision: number;
  enabled: boolean;
  kinds: TeamNoticeKind[];
  channelId: string | null;
  userIds: string[];
}

/** Saves them; 409 `conflict` if a colleague saved after they were read. */
export async function saveTeamNotices(place: AgentPlace, data: TeamNoticesChange): Promise<TeamNotices> {
  const params = { orgId: place.orgId, productId: place.agentId };
  return take(place, (await client.call(updateTeamNotices, { params, body: { data } })).data);
}

/** Posts a test message to the team's Slack channel. */
export async function testTeamNotices(place: AgentPlace): Promise<TeamNotices> {
  const params = { orgId: place.orgId, productId: place.agentId };
  return take(place, (await client.call(testCall, { params })).data);
}

function take({ agentId }: AgentPlace, value: TeamNotices): TeamNotices {
  fill(teamNotices, { agentId, value });
  return value;
}
