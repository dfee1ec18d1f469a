import { Suspense, useEffect } from "react";
import type { ReactNode } from "react";
import { organizationItself } from "../../../shared/domain/sharedSources.ts";
import { AgentScreen } from "../../parts/AgentScreen.tsx";
import { Page } from "../../parts/Page.tsx";
import { lazy } from "../../parts/lazy.ts";
import { useQuery } from "../../parts/useQuery.ts";
import { loadDataSources } from "../../state/knowledge/dataSources.ts";
import { watchDataSources } from "../../state/knowledge/dataSourcesWatch.ts";
import { drawn } from "../../state/platform/resource.ts";
import { SourceList } from "./SourceList.tsx";
import type { SourceListProps } from "./SourceList.tsx";
import { SourceSkeleton } from "./SourceSkeleton.tsx";
import { Hygiene } from "./views.ts";

/** Its pages and syncs are more than the whole list, and most visits end at the list. */
const SourceDetail = lazy(() => import("./SourceDetail.tsx"));

/** What the agent knows: its data sources, or the one of them that the address names. */
export default function DataSources(): ReactNode {
  return (
    <AgentScreen>{(_, place) => <Sources key={place.agentId} place={place} frame={Page} />}</AgentScreen>
  );
}

/** The sources of an agent, or of the organization itself. */
export function Sources({ place: { orgId, agentId }, frame }: SourceListProps): ReactNode {
  const query = useQuery();
  const sourceId = query.read("source");
  useEffect(() => {
    drawn(loadDataSources({ orgId, agentId }));
    return watchDataSources({ orgId, agentId });
  }, [orgId, agentId]);
  if (query.read("hygiene") !== "" && agentId !== organizationItself) {
    return (
      <Suspense fallback={<SourceSkeleton />}>
        <Hygiene place={{ orgId, agentId }} />
      </Suspense>
    );
  }
  if (!sourceId) return <SourceList place={{ orgId, agentId }} frame={frame} />;
  return (
    <Suspense fallback={<SourceSkeleton />}>
      <SourceDetail key={sourceId} place={{ orgId, agentId, sourceId }} />
    </Suspense>
  );
}
