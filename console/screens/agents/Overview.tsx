import { Suspense, useEffect } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { AgentScreen } from "../../parts/AgentScreen.tsx";
import { Card } from "../../parts/Card.tsx";
import { TestsLink } from "../../parts/evaluation/TestsLink.tsx";
import { Page } from "../../parts/Page.tsx";
import { SetupGuideCard } from "./setupGuide/SetupGuideCard.tsx";
import { AgentMenu } from "./AgentMenu.tsx";
import { PublishActions } from "../../parts/PublishActions.tsx";
import { loadOverview, watchOverview } from "../../state/agents/overview.ts";
import { FactsCard } from "./overview/FactsCard.tsx";
import { HealthCard, RecentCard } from "./overview/later.ts";
import { PausedBanner } from "./overview/PausedBanner.tsx";
import { TestCard } from "./overview/TestCard.tsx";
import { StatusSwitch } from "./StatusSwitch.tsx";

/** The agent at a glance: whether it answers and how well, what of it is public, and what to do next. */
export default function Overview(): ReactNode {
  return <AgentScreen>{(agent, place) => <AgentOverview agent={agent} place={place} />}</AgentScreen>;
}

interface AgentOverviewProps {
  agent: Snapshot<Agent>;
  place: { orgId: string; agentId: string };
}

function AgentOverview({ agent, place }: AgentOverviewProps): ReactNode {
  const { orgId, agentId } = place;
  useEffect(() => {
    void loadOverview({ orgId, agentId });
    return watchOverview({ orgId, agentId });
  }, [orgId, agentId]);
  return (
    <Page
      title="Overview"
      subtitle={agent.configuration.description || undefined}
      actions={
        <>
          <PublishActions agent={agent} place={place}>
            <TestsLink place={place} />
          </PublishActions>
          <AgentMenu name={agent.name} place={place} />
        </>
      }
    >
      <PausedBanner agent={agent} />
      <div className={grid}>
        <div>
          <Card title="Status">
            <StatusSwitch agent={agent} place={place} />
          </Card>
          <Suspense fallback={<Skeleton height="240px" />}>
            <HealthCard agent={agent} place={place} />
          </Suspense>
          <FactsCard agent={agent} />
        </div>
        <div>
          <SetupGuideCard agent={agent} place={place} />
          <TestCard agent={agent} place={place} />
          <Suspense>
            <RecentCard place={place} />
          </Suspense>
        </div>
      </div>
    </Page>
  );
}

/** The test is what the page is for: it has the most room, and all of it while models are compared. */
const grid = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 340px;
  grid-template-areas: "test facts";
  align-items: start;
  gap: 20px;
  & > div {
    display: grid;
    align-items: start;
    gap: 20px;
    min-width: 0;
  }
  & > div:first-child {
    grid-area: facts;
  }
  & > div:last-child {
    grid-area: test;
  }
  &:has([data-comparing]) {
    grid-template-columns: minmax(0, 1fr);
    grid-template-areas: "test" "facts";
  }
  &:has([data-comparing]) > div:first-child {
    grid-template-columns: repeat(auto-fit, minmax(280px, 1fr));
  }
  @media (max-width: 1100px) {
    &,
    &:has([data-comparing]) {
      display: flex;
      flex-direction: column;
      align-items: stretch;
    }
    & > div:first-child {
      display: contents;
    }
    & > div:last-child {
      order: 1;
    }
    & > div:first-child > :last-child {
      order: 2;
    }
  }
`;
