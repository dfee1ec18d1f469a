import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { findModel } from "../../../../shared/domain/models.ts";
import { personalities } from "../../../../shared/domain/personalities.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { Card } from "../../../parts/Card.tsx";
import { describeDateTime } from "../../../parts/describeMoment.ts";
import { overview } from "../../../state/agents/overview.ts";
import { describeCredits } from "../modelWords.ts";

/** The agent's parts, and since when it is live. */
export function FactsCard({ agent }: { agent: Snapshot<Agent> }): ReactNode {
  const { model, personality } = agent.configuration;
  const { data } = useSnapshot(overview);
  const published = data?.agentId === agent.id ? data.published : null;
  const entry = findModel(model);
  return (
    <Card title="At a glance">
      <dl className={facts}>
        <dt>Model</dt>
        <dd>
          {entry?.label ?? model}
          {entry && <small>{describeCredits(entry)}</small>}
        </dd>
        <dt>Personality</dt>
        <dd>{personalities.find(({ value }) => value === personality.preset)?.label}</dd>
        <dt>Live version</dt>
        <dd>{agent.publishedVersion}</dd>
        {published && (
          <>
            <dt>Last publish</dt>
            <dd>
              {describeDateTime(published.at)}
              {published.by && <small>by {published.by}</small>}
            </dd>
          </>
        )}
        <dt>Last change</dt>
        <dd>{describeDateTime(agent.updatedAt)}</dd>
        <dt>Created</dt>
        <dd>{describeDateTime(agent.createdAt)}</dd>
      </dl>
    </Card>
  );
}

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
