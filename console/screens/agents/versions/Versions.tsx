import { Suspense, useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { BackLink } from "../../../parts/BackLink.tsx";
import { AgentScreen } from "../../../parts/AgentScreen.tsx";
import { Loaded } from "../../../parts/Loaded.tsx";
import { Page } from "../../../parts/Page.tsx";
import { PublishActions } from "../../../parts/PublishActions.tsx";
import { useQuery } from "../../../parts/useQuery.ts";
import { agentTabPath, type AgentPlace } from "../../../state/shell/paths.ts";
import { loadVersions, versions } from "../../../state/agents/versions.ts";
import { VersionList } from "./VersionList.tsx";
import { VersionsSkeleton } from "./VersionsSkeleton.tsx";
import { VersionDetail } from "./detail.ts";

/** The agent's history: what was published and kept, by whom and why; one of them opened, compared, brought back. */
export default function Versions(): ReactNode {
  return (
    <AgentScreen>{(agent, place) => <History key={place.agentId} agent={agent} place={place} />}</AgentScreen>
  );
}

function History({ agent, place }: { agent: Snapshot<Agent>; place: AgentPlace }): ReactNode {
  const { orgId, agentId } = place;
  const query = useQuery();
  const resource = useSnapshot(versions);
  const page = Number(query.read("page")) || 1;
  const open = Number(query.read("version")) || null;
  // A version that was just published or kept belongs to the list immediately.
  const { publishedVersion, revision } = agent;
  useEffect(
    () => void loadVersions({ orgId, agentId }, page),
    [orgId, agentId, page, publishedVersion, revision],
  );
  const isOurs = resource.data?.agentId === agentId;

  if (open !== null) {
    return (
      <Suspense fallback={<VersionsSkeleton />}>
        <VersionDetail key={open} agent={agent} place={place} version={open} />
      </Suspense>
    );
  }
  return (
    <Page
      title="Versions"
      subtitle="Published versions, and drafts kept before a restore or import."
      above={<BackLink href={agentTabPath({ ...place, tab: "overview" })}>Overview</BackLink>}
      actions={<PublishActions agent={agent} place={place} />}
    >
      <Loaded
        resource={isOurs ? resource : { ...resource, data: null }}
        skeleton={<VersionsSkeleton />}
        needs="agents.read"
        onRetry={() => loadVersions(place, page)}
      >
        {(data) => <VersionList list={data} />}
      </Loaded>
    </Page>
  );
}
