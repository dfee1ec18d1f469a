import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { toRequestError } from "../../../../shared/client/requestError.ts";
import type { RequestError } from "../../../../shared/client/requestError.ts";
import { Link } from "wouter";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { AgentIcon } from "../../../parts/AgentIcon.tsx";
import { Card } from "../../../parts/Card.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { Page } from "../../../parts/Page.tsx";
import { agents, loadAgent } from "../../../state/agents/agents.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { createModePath, type CreateMode } from "./modes.ts";

interface WithAgentProps {
  place: AgentPlace;
  title: string;
  mode: CreateMode;
  children: (agent: Snapshot<Agent>) => ReactNode;
}

/**
 * Gives the agent that the address names in its query, read afresh, with the pictures of one that is not there. Where the
 * address names none, the agents are offered.
 */
export function WithAgent(props: WithAgentProps): ReactNode {
  return props.place.agentId === "" ? <WhichAgent {...props} /> : <NamedAgent {...props} />;
}

function NamedAgent({ place: { orgId, agentId }, title, children }: WithAgentProps): ReactNode {
  const { items } = useSnapshot(agents);
  const [error, setError] = useState<RequestError | null>(null);
  const [isRead, setIsRead] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    setError(null);
    loadAgent({ orgId, agentId }).then(
      () => isCurrent && setIsRead(true),
      (thrown: unknown) => isCurrent && setError(toRequestError(thrown)),
    );
    return () => {
      isCurrent = false;
    };
  }, [orgId, agentId, tries]);
  const agent = items.find(({ id }) => id === agentId);
  if (agent && isRead) return children(agent);
  return (
    <Page title={title} isNarrow>
      {error ? (
        <ErrorNotice
          title="This agent can’t be opened."
          error={error}
          {...(error.code !== "not_found" && { onRetry: () => setTries(tries + 1) })}
        />
      ) : (
        <Skeleton height="240px" />
      )}
    </Page>
  );
}

function WhichAgent({ place: { orgId }, title, mode }: WithAgentProps): ReactNode {
  const { items } = useSnapshot(agents);
  return (
    <Page title={title} isNarrow>
      <Card title="Which agent?">
        {items.length === 0 && <p>There is no agent yet.</p>}
        <ul className={list}>
          {items.map(({ id, name, icon }) => (
            <li key={id}>
              <Link href={createModePath({ orgId, agentId: id }, mode)}>
                <AgentIcon icon={icon} size={28} />
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </Page>
  );
}

const list = css`
  display: grid;
  gap: 4px;
  margin: 0;
  padding: 0;
  list-style: none;
  & a {
    display: flex;
    align-items: center;
    gap: 12px;
    min-height: 44px;
    padding: 4px 12px;
    border-radius: var(--ph-radius-s);
    font-weight: 550;
    color: var(--ph-text);
    text-decoration: none;
    overflow-wrap: anywhere;
  }
  & a:hover {
    background: var(--ph-hover);
  }
`;
