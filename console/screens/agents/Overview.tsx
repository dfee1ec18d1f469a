import type { ReactNode } from "react";
import type { Agent } from "../../../shared/contract/agents.ts";
import { findModel } from "../../../shared/domain/models.ts";
import { personalities } from "../../../shared/domain/personalities.ts";
import { formatDateTime } from "../../../shared/format/date.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { AgentTest } from "../../parts/AgentTest.tsx";
import { AgentScreen } from "../../parts/AgentScreen.tsx";
import { Card } from "../../parts/Card.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { Page } from "../../parts/Page.tsx";
import { useAction } from "../../parts/useAction.ts";
import { describeCredits } from "./modelWords.ts";
import { NextSteps } from "./NextSteps.tsx";
import { PublishButton, publishAndTell } from "../../parts/PublishButton.tsx";
import { PublishState } from "../../parts/PublishState.tsx";
import { StatusSwitch } from "./StatusSwitch.tsx";

/** The agent at a glance: whether it answers, what of it is public, and what to do next. */
export default function Overview(): ReactNode {
  return <AgentScreen>{(agent, place) => <AgentOverview agent={agent} place={place} />}</AgentScreen>;
}

interface AgentOverviewProps {
  agent: Readonly<Agent>;
  place: { orgId: string; agentId: string };
}

function AgentOverview({ agent, place }: AgentOverviewProps): ReactNode {
  const publish = useAction(() => publishAndTell(place));
  return (
    <Page
      title="Overview"
      subtitle={agent.configuration.description || undefined}
      actions={
        <>
          <PublishState {...agent} />
          <PublishButton hasUnpublishedChanges={agent.hasUnpublishedChanges} action={publish} />
        </>
      }
    >
      {publish.error && <ErrorNotice title="The agent was not published." error={publish.error} />}
      <div className={grid}>
        <div className={side}>
          <NextSteps agent={agent} place={place} />
          <AgentTest agent={agent} place={place} />
        </div>
        <div className={side}>
          <Card title="Status">
            <StatusSwitch agent={agent} place={place} />
          </Card>
          <Card title="At a glance">
            <Facts agent={agent} />
          </Card>
        </div>
      </div>
    </Page>
  );
}

function Facts({ agent }: { agent: Readonly<Agent> }): ReactNode {
  const { model, personality } = agent.configuration;
  const entry = findModel(model);
  return (
    <dl className={facts}>
      <dt>Model</dt>
      <dd>
        {entry?.label ?? model}
        {entry && <small>{describeCredits(entry)}</small>}
      </dd>
      <dt>Personality</dt>
      <dd>{personalities.find(({ value }) => value === personality.preset)?.label}</dd>
      <dt>Public version</dt>
      <dd>{agent.publishedVersion}</dd>
      <dt>Last change</dt>
      <dd>{formatDateTime(agent.updatedAt)}</dd>
      <dt>Created</dt>
      <dd>{formatDateTime(agent.createdAt)}</dd>
    </dl>
  );
}

const grid = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 340px;
  align-items: start;
  gap: 20px;
  @media (max-width: 1100px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;
const side = css`
  display: grid;
  min-width: 0;
  gap: 20px;
`;
const facts = css`
  display: grid;
  grid-template-columns: auto 1fr;
  gap: 10px 20px;
  margin: 0;
  font-size: var(--ph-text-s);
  & > dt {
    color: var(--ph-text-2);
  }
  & > dd {
    margin: 0;
    text-align: end;
    font-weight: 500;
    overflow-wrap: anywhere;
  }
  & small {
    display: block;
    font-size: var(--ph-text-xs);
    font-weight: 400;
    color: var(--ph-text-2);
  }
`;
