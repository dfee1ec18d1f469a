import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { dataSources, loadDataSources } from "../../../state/knowledge/dataSources.ts";
import { watchDataSources } from "../../../state/knowledge/dataSourcesWatch.ts";
import { drawn } from "../../../state/platform/resource.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { readReading, type Reading } from "./readReading.ts";

/** How far the agent's sources are read, as it changes. */
export function useReading({ orgId, agentId }: AgentPlace): Reading {
  const { data } = useSnapshot(dataSources);
  useEffect(() => {
    drawn(loadDataSources({ orgId, agentId }));
    return watchDataSources({ orgId, agentId });
  }, [orgId, agentId]);
  return readReading(data?.agentId === agentId ? data.items : null);
}
