import {
  cancelPreprocessing,
  getPreprocessing,
  preprocess,
} from "../../../shared/contract/knowledge/preprocess.ts";
import type { Preprocessing } from "../../../shared/contract/knowledge/preprocess.ts";
import type { DataSourceConfig } from "../../../shared/contract/knowledge/sourceConfigs.ts";
import { callSources } from "./callSources.ts";
import type { AgentPlace } from "../shell/paths.ts";

/** Begins to look what a source would take. */
export async function beginLook(
  { orgId, agentId }: AgentPlace,
  config: DataSourceConfig,
): Promise<Preprocessing> {
  const params = { orgId, productId: agentId };
  return (await callSources(preprocess, { params, body: { data: { config } } })).data;
}

/** Gives what it has found so far. */
export async function readLook(place: AgentPlace, { id }: Preprocessing): Promise<Preprocessing> {
  return (await callSources(getPreprocessing, { params: paramsOf(place, id) })).data;
}

/** Ends it; what it found stays to be read. */
export async function cancelLook(place: AgentPlace, { id }: Preprocessing): Promise<Preprocessing> {
  return (await callSources(cancelPreprocessing, { params: paramsOf(place, id) })).data;
}

function paramsOf({ orgId, agentId }: AgentPlace, preprocessId: string) {
  return { orgId, productId: agentId, preprocessId };
}
