import { useEffect } from "react";
import type { ReactNode } from "react";
import { AgentScreen } from "../../parts/AgentScreen.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import { loadDataSources } from "../../state/dataSources.ts";
import { watchDataSources } from "../../state/dataSourcesWatch.ts";
import type { AgentPlace } from "../../state/paths.ts";
import { SourceDetail } from "./SourceDetail.tsx";
import { SourceList } from "./SourceList.tsx";

/** What the agent knows: its data sources, or the one of them that the address names. */
export default function DataSources(): ReactNode {
  return <AgentScreen>{(_, place) => <Sources key={place.agentId} {...place} />}</AgentScreen>;
}

function Sources({ orgId, agentId }: AgentPlace): ReactNode {
  const sourceId = useQuery().read("source");
  useEffect(() => {
    void loadDataSources({ orgId, agentId });
    return watchDataSources({ orgId, agentId });
  }, [orgId, agentId]);
  if (sourceId) return <SourceDetail key={sourceId} place={{ orgId, agentId, sourceId }} />;
  return <SourceList place={{ orgId, agentId }} />;
}
