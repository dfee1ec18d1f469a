import { getReplayForecast } from "../../../shared/contract/evaluation/replay.ts";
import type { ReplayForecast } from "../../../shared/contract/evaluation/replay.ts";
import { client } from "../platform/client.ts";
import type { AgentPlace } from "../shell/paths.ts";

/** Reads what a replay would ask now, and what it would cost. */
export async function readReplayForecast({ orgId, agentId }: AgentPlace): Promise<ReplayForecast> {
  return (await client.call(getReplayForecast, { params: { orgId, productId: agentId } })).data;
}
