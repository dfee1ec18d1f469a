import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import { CircleCheck } from "lucide-react";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { AgentIcon } from "../../parts/AgentIcon.tsx";
import { useFirstTabLink } from "../../parts/shownTabs.ts";
import { rowMark } from "../../parts/walkRows.ts";
import { allUnread } from "../../state/conversations/inbox/allUnread.ts";

interface QueueProps {
  agents: readonly Snapshot<Agent>[];
  orgId: string;
}

/** What waits for a support agent, agent by agent: those with visitors who wait come first, each leads to its inbox. */
export function Queue({ agents, orgId }: QueueProps): ReactNode {
  const linkTo = useFirstTabLink();
  const { of } = useSnapshot(allUnread);
  const rows = agents.map(({ id, name, icon }) => {
    const { unread = 0, waiting = 0 } = of[id] ?? {};
    return { id, name, icon, unread, waiting };
  });
  const total = rows.reduce((sum, { waiting }) => sum + waiting, 0);
  const sorted = rows.toSorted((one, other) => other.waiting - one.waiting || other.unread - one.unread);
  return (
    <section className={frame} aria-labelledby="queue">
      <h2 id="queue">Your queue</h2>
      {total === 0 && (
        <p>
          <CircleCheck size={17} aria-hidden /> Nobody is waiting.
        </p>
      )}
      <ul>
        {sorted.map(({ id, name, icon, unread, waiting }) => (
          <li key={id}>
            <Link href={linkTo({ orgId, agentId: id }) ?? ""} {...{ [rowMark]: "" }}>
              <AgentIcon icon={icon} size={32} />
              <strong>{name}</strong>
              {waiting > 0 && <b>{waiting} waiting</b>}
              {unread > 0 && <span>{unread} unread</span>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const frame = css`
  display: grid;
  gap: 12px;
  min-width: 0;
  & > h2 {
    font-size: var(--ph-text-l);
    font-weight: 600;
  }
  & > p {
    display: flex;
    align-items: center;
    gap: 8px;
    color: var(--ph-success-text);
  }
  & > ul {
    margin: 0;
    padding: 0;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius);
    background: var(--ph-surface);
    list-style: none;
  }
  & li + li {
    border-top: 1px solid var(--ph-line-2);
  }
  & a {
    display: flex;
    align-items: center;
    gap: 12px;
    min-height: 60px;
    padding: 8px 16px;
    border-radius: inherit;
    color: inherit;
    text-decoration: none;
  }
  & a:hover {
    background: var(--ph-hover);
  }
  & strong {
    flex: 1;
    min-width: 0;
    font-weight: 550;
    overflow-wrap: anywhere;
  }
  & b {
    font-weight: 600;
    color: var(--ph-warning-text);
  }
  & span {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
`;
