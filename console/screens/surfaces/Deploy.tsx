import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Agent } from "../../../shared/contract/agents.ts";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { AgentScreen } from "../../parts/AgentScreen.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { Page } from "../../parts/Page.tsx";
import type { AgentPlace } from "../../state/paths.ts";
import { loadSurface, surfaces, watchSurface } from "../../state/surface.ts";
import { WidgetForm } from "./WidgetForm.tsx";

/** Puts the agent on a site: the snippets, where it may show, how it looks, with the real chat beside. */
export default function Deploy(): ReactNode {
  return (
    <AgentScreen>{(agent, place) => <DeployAgent key={agent.id} agent={agent} place={place} />}</AgentScreen>
  );
}

interface DeployAgentProps {
  agent: Readonly<Agent>;
  place: AgentPlace;
}

function DeployAgent({ agent, place }: DeployAgentProps): ReactNode {
  const resource = useSnapshot(surfaces);
  const { orgId, agentId } = place;
  useEffect(() => {
    void loadSurface({ orgId, agentId });
    return watchSurface({ orgId, agentId });
  }, [orgId, agentId]);

  const own = resource.data?.agentId === agentId ? resource.data : null;
  // What was read stays, also where reading it anew fails: the connection banner says that.
  if (own) return <WidgetForm agent={agent} place={place} surface={own.surface} />;
  return (
    <Page title="Deploy">
      <Loaded
        resource={{ ...resource, data: null }}
        skeleton={<DeploySkeleton />}
        needs="surfaces.read"
        onRetry={() => loadSurface(place)}
      >
        {() => null}
      </Loaded>
    </Page>
  );
}

function DeploySkeleton(): ReactNode {
  return (
    <div className={columns}>
      <div>
        <Skeleton height="220px" />
        <Skeleton height="320px" />
      </div>
      <Skeleton height="360px" />
    </div>
  );
}

const columns = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(420px, 100%), 1fr));
  gap: 24px;
  & > div {
    display: grid;
    gap: 16px;
  }
`;
