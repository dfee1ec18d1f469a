import type { ReactNode } from "react";
import { ChevronRight } from "lucide-react";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { AgentIcon } from "../../parts/AgentIcon.tsx";
import { StatusDot } from "../../parts/StatusDot.tsx";
import { noteAgent } from "../../state/agents/recentAgents.ts";
import type { FoundApp } from "./findApps.ts";
import { toAddress } from "../../../shared/client/basePath.ts";

interface AppLinksProps {
  heading: string;
  apps: readonly FoundApp[];
  isComing: boolean;
  /** How many the organization has, of which a hundred are listed. */
  total?: number | undefined;
  /** Takes what is chosen in the place of opening it. */
  onChoose?: ((app: FoundApp) => void) | undefined;
}

/** Agents to open, under a heading. Plain links: each lies in another organization, which the page that opens enters. */
export function AppLinks({ heading, apps, isComing, total = 0, onChoose }: AppLinksProps): ReactNode {
  return (
    <div className={frame}>
      <h2>{heading}</h2>
      {isComing && <Skeleton height="52px" />}
      <ul>
        {apps.map((app) => (
          <li key={app.agent.id}>
            {onChoose ? (
              <button type="button" onClick={() => onChoose(app)}>
                <AppRow app={app} heading={heading} />
              </button>
            ) : (
              <a href={toAddress(app.href)} onClick={() => noteAgent(app.place)}>
                <AppRow app={app} heading={heading} />
              </a>
            )}
          </li>
        ))}
      </ul>
      {total > apps.length && apps.length > 0 && (
        <p>
          {apps.length} of {total} agents. Open the organization to see all of them.
        </p>
      )}
    </div>
  );
}

function AppRow({ app, heading }: { app: FoundApp; heading: string }): ReactNode {
  const { agent, organizationName } = app;
  return (
    <>
      <AgentIcon icon={agent.icon} size={32} />
      <span>
        <strong>{agent.name}</strong>
        {heading !== organizationName && organizationName}
      </span>
      <StatusDot status={agent.status} />
      <ChevronRight size={18} aria-hidden />
    </>
  );
}

const frame = css`
  display: grid;
  gap: 6px;
  & > h2 {
    padding-inline: 4px;
    font-size: var(--ph-text-s);
    font-weight: 600;
    color: var(--ph-text-2);
  }
  & > p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & > ul {
    display: grid;
    gap: 6px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  & a,
  & button {
    display: flex;
    width: 100%;
    align-items: center;
    gap: 12px;
    min-height: 52px;
    padding: 8px 14px 8px 10px;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius-s);
    background: var(--ph-surface);
    color: var(--ph-text);
    text-align: start;
    text-decoration: none;
    cursor: pointer;
  }
  & a:hover,
  & button:hover {
    border-color: var(--ph-accent-text);
    background: var(--ph-hover);
  }
  & li > * > span:nth-child(2) {
    display: grid;
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & strong {
    color: var(--ph-text);
    font-size: var(--ph-text-m);
    font-weight: 550;
  }
  & li > * > svg {
    flex: none;
    color: var(--ph-text-3);
  }
`;
