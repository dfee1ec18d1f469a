import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import { TriangleAlert } from "lucide-react";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { findModel } from "../../../shared/domain/models.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { AgentIcon } from "../../parts/AgentIcon.tsx";
import { UnreadMark } from "../../parts/UnreadMark.tsx";
import { useFirstTabLink } from "../../parts/shownTabs.ts";
import { rowMark } from "../../parts/walkRows.ts";
import { plural } from "../../../shared/words/language.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import { agentsToday, loadAgentsToday } from "../../state/analytics/agentsToday.ts";
import { allUnread } from "../../state/conversations/inbox/allUnread.ts";
import { AgentMenu } from "./AgentMenu.tsx";

interface AgentCardsProps {
  agents: readonly Snapshot<Agent>[];
  orgId: string;
}

/** The agents as cards; each leads to the first tab that this member sees. */
export function AgentCards({ agents, orgId }: AgentCardsProps): ReactNode {
  const linkTo = useFirstTabLink();
  const seesFigures = mayDo("analytics.read");
  useEffect(() => {
    if (seesFigures) void loadAgentsToday(orgId);
  }, [orgId, seesFigures]);
  return (
    <ul className={cards}>
      {agents.map((agent) => {
        const href = linkTo({ orgId, agentId: agent.id });
        const card = <AgentCard agent={agent} />;
        return (
          <li key={agent.id}>
            {href ? (
              <Link href={href} className={cardStyle} {...{ [rowMark]: "" }}>
                {card}
              </Link>
            ) : (
              <div className={cardStyle}>{card}</div>
            )}
            <span className={corner}>
              <AgentMenu name={agent.name} place={{ orgId, agentId: agent.id }} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function AgentCard({ agent }: { agent: Snapshot<Agent> }): ReactNode {
  const model = findModel(agent.configuration.model);
  return (
    <>
      <AgentIcon icon={agent.icon} size={40} />
      <strong>{agent.name}</strong>
      <p>{agent.configuration.description || model?.label}</p>
      <Today agentId={agent.id} />
      <span>
        <Badge tone={agent.status === "live" ? "success" : "neutral"} hasDot>
          {agent.status === "live" ? "Live" : "Paused"}
        </Badge>
        <WaitingBadge agentId={agent.id} />
        <UnreadMark agentId={agent.id} hasWord />
        {agent.hasUnpublishedChanges && <Badge tone="warning">Unpublished changes</Badge>}
      </span>
    </>
  );
}

/** How many answers it gave today, and what is wrong with it now. */
function Today({ agentId }: { agentId: string }): ReactNode {
  const today = useSnapshot(agentsToday).data?.byId[agentId];
  if (!today || (today.answers === 0 && !today.problem)) return null;
  const { answers, problem } = today;
  return (
    <div className={todayStyle}>
      {answers > 0 && <span>{plural(answers, answerWords)}</span>}
      {problem && (
        <span title={problem.text}>
          <TriangleAlert size={14} aria-hidden />
          {problem.of === "source" ? `${problem.name} could not be read` : `${problem.name} is not working`}
        </span>
      )}
    </div>
  );
}

const answerWords = { one: "{count} answer today", other: "{count} answers today" };

/** How many visitors wait for a person; nothing where nobody does. */
function WaitingBadge({ agentId }: { agentId: string }): ReactNode {
  const waiting = useSnapshot(allUnread).of[agentId]?.waiting ?? 0;
  return waiting > 0 && <Badge tone="danger">{`${waiting} waiting`}</Badge>;
}

const todayStyle = css`
  display: flex;
  flex-wrap: wrap;
  gap: 2px 12px;
  color: var(--ph-text-2);
  font-size: var(--ph-text-s);
  & > span {
    display: flex;
    align-items: center;
    gap: 4px;
    overflow-wrap: anywhere;
  }
  & svg {
    flex: none;
    color: var(--ph-warning-text);
  }
`;
const cards = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(260px, 100%), 1fr));
  gap: 16px;
  padding: 0;
  list-style: none;
  & > li {
    position: relative;
  }
`;
const corner = css`
  position: absolute;
  inset-block-start: 12px;
  inset-inline-end: 12px;
`;
const cardStyle = css`
  display: grid;
  grid-template-rows: auto auto 1fr auto auto;
  gap: 4px;
  height: 100%;
  padding: 20px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-surface);
  color: inherit;
  text-decoration: none;
  transition: border-color var(--ph-fast);
  &:any-link:hover {
    border-color: var(--ph-accent-text);
  }
  & > strong {
    margin-top: 10px;
    font-size: var(--ph-text-l);
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  & > p {
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
    display: -webkit-box;
    -webkit-line-clamp: 2;
    -webkit-box-orient: vertical;
    overflow: hidden;
  }
  & > span:last-child {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    margin-top: 12px;
  }
`;
