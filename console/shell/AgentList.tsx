import { Suspense } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { css, cx } from "../../shared/ui/style/css.ts";
import { readMember } from "../guards/runGuards.ts";
import { fillPath, isShownTo } from "../guards/route.ts";
import type { ConsoleRoute } from "../guards/route.ts";
import { AgentIcon } from "../parts/AgentIcon.tsx";
import { FallbackBoundary } from "../parts/FallbackBoundary.tsx";
import { follow } from "../parts/follow.ts";
import { StatusDot } from "../parts/StatusDot.tsx";
import { inLastLayout } from "../state/conversations/inbox/inboxLayout.ts";
import { subscription } from "../state/billing/subscription.ts";
import { paths } from "../state/shell/paths.ts";
import { NavigationLink } from "./NavigationLink.tsx";
import { CreatedLine } from "../parts/CreatedLine.tsx";
import { UnreadMark } from "../parts/UnreadMark.tsx";

interface ListedAgent {
  id: string;
  name: string;
  icon: string;
  createdAt: number;
  status: "live" | "paused";
  setupGuide: { allStepsReviewed: boolean };
}

interface AgentListProps {
  agents: readonly ListedAgent[];
  routes: readonly ConsoleRoute[];
  orgId: string;
  path: string;
  selectedId: string | null;
}

/** The agents with their status; the selected one with its tabs below it. */
export function AgentList({ agents, routes, orgId, path, selectedId }: AgentListProps): ReactNode {
  const shown = routes
    .filter(({ menu }) => menu?.place === "agent")
    .filter((route) => isShownTo(route, readMember()));
  const locked = useSnapshot(subscription).data?.lockedAgentIds ?? [];
  return (
    <ul className={list}>
      {agents.map((agent) => {
        const params = { orgId, agentId: agent.id };
        const isSelected = agent.id === selectedId;
        const tabs = shown.filter(({ menu }) => !menu?.isUntilSetUp || !agent.setupGuide.allStepsReviewed);
        const firstTab = tabs[0];
        const href = firstTab ? fillPath(firstTab.path, params) : paths.dashboard(orgId);
        return (
          <li key={agent.id}>
            <Link
              href={href}
              className={cx(row, isSelected && selected)}
              aria-current={isSelected ? "true" : undefined}
              // Members without other rights get the conversations.
              onClick={(event) => follow(event, inLastLayout(href))}
            >
              <AgentIcon icon={agent.icon} size={24} />
              <span>
                {agent.name}
                {agents.some(({ id, name }) => name === agent.name && id !== agent.id) && (
                  <FallbackBoundary resetOn={path} standIn={null}>
                    <Suspense>
                      <CreatedLine at={agent.createdAt} />
                    </Suspense>
                  </FallbackBoundary>
                )}
              </span>
              <FallbackBoundary resetOn={path} standIn={null}>
                <Suspense>
                  <UnreadMark agentId={agent.id} />
                </Suspense>
              </FallbackBoundary>
              <StatusDot status={locked.includes(agent.id) ? "locked" : agent.status} />
            </Link>
            {isSelected && tabs.length > 0 && (
              <ul className={tabList}>
                {tabs.map((route) => (
                  <li key={route.path}>
                    <NavigationLink route={route} href={fillPath(route.path, params)} path={path} isTab />
                  </li>
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const list = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 2px;
  padding: 0;
  list-style: none;
`;
const row = css`
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 38px;
  padding: 4px 10px 4px 8px;
  border-radius: var(--ph-radius-s);
  color: var(--ph-text-2);
  font-weight: 500;
  text-decoration: none;
  & > span:nth-child(2) {
    flex: 1;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  &:hover {
    background: var(--ph-hover);
    color: var(--ph-text);
  }
  @media (pointer: coarse) {
    min-height: 48px;
  }
`;
const selected = css`
  color: var(--ph-text);
  font-weight: 600;
`;
const tabList = css`
  display: grid;
  gap: 1px;
  margin: 2px 0 8px 19px;
  padding: 0 0 0 8px;
  border-inline-start: 1px solid var(--ph-line);
  list-style: none;
`;
