import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import { AlertTriangle, Check as Tick, ChevronRight, CircleX } from "lucide-react";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { formatRelativeTime } from "../../../../shared/format/relativeTime.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../../../shared/ui/style/visuallyHidden.ts";
import { Card } from "../../../parts/Card.tsx";
import { useTabLink } from "../../../parts/shownTabs.ts";
import { useNow } from "../../../parts/useNow.ts";
import { dataSources, loadDataSources } from "../../../state/knowledge/dataSources.ts";
import { drawn } from "../../../state/platform/resource.ts";
import { watchDataSources } from "../../../state/knowledge/dataSourcesWatch.ts";
import { loadModels, models } from "../../../state/models/models.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import { overview } from "../../../state/agents/overview.ts";
import { paths, type AgentPlace } from "../../../state/shell/paths.ts";
import { loadSurface, surfaces, watchSurface } from "../../../state/surfaces/surface.ts";
import { listChecks, type Check } from "./listChecks.ts";

interface HealthCardProps {
  agent: Snapshot<Agent>;
  place: AgentPlace;
}

/** What the agent needs in order to answer well; what is not well leads to where it is mended. */
export function HealthCard({ agent, place }: HealthCardProps): ReactNode {
  useFacts(place);
  const now = useNow();
  const linkTo = useTabLink();
  const sources = useSnapshot(dataSources).data;
  const surface = useSnapshot(surfaces).data;
  const facts = useSnapshot(overview).data;
  const isOurs = facts?.agentId === place.agentId;
  const checks = listChecks({
    agent,
    sources: sources?.agentId === place.agentId ? sources.items : null,
    models: useSnapshot(models).data,
    keys: isOurs ? facts.keys : null,
    widget: surface?.agentId === place.agentId ? surface.surface : null,
    creditsToday: isOurs ? facts.creditsToday : null,
    describeAge: (at) => formatRelativeTime(at, now),
  });
  const wrong = checks.filter(({ state }) => state !== "good").length;
  return (
    <Card title="Health" subtitle={wrong === 0 ? "All is well." : undefined}>
      <ul className={list}>
        {checks.map((check) => (
          <Row key={check.id} check={check} href={findPlace(check)} />
        ))}
      </ul>
    </Card>
  );

  function findPlace({ mendedIn }: Check): string | null {
    return mendedIn === "modelKeys" ? paths.modelKeys(place.orgId) : linkTo(place, mendedIn);
  }
}

function Row({ check: { state, title, text }, href }: { check: Check; href: string | null }): ReactNode {
  const { Icon, name } = signs[state];
  const content = (
    <>
      <Icon size={17} aria-hidden />
      <span>
        <span className={visuallyHidden}>{name}: </span>
        <strong>{title}</strong>
        {text && <small>{text}</small>}
      </span>
    </>
  );
  return (
    <li data-state={state}>
      {state !== "good" && href ? (
        <Link href={href}>
          {content}
          <ChevronRight size={16} aria-hidden />
        </Link>
      ) : (
        <div>{content}</div>
      )}
    </li>
  );
}

const signs = {
  good: { Icon: Tick, name: "Well" },
  warning: { Icon: AlertTriangle, name: "To do" },
  bad: { Icon: CircleX, name: "Problem" },
};

/** Reads what the checks look at, and keeps it as it is while somebody looks. */
function useFacts({ orgId, agentId }: AgentPlace): void {
  const mayReadSources = mayDo("knowledge.read");
  const mayReadSurfaces = mayDo("surfaces.read");
  useEffect(() => void loadModels(orgId), [orgId]);
  useEffect(() => {
    if (!mayReadSources) return;
    drawn(loadDataSources({ orgId, agentId }));
    return watchDataSources({ orgId, agentId });
  }, [mayReadSources, orgId, agentId]);
  useEffect(() => {
    if (!mayReadSurfaces) return;
    void loadSurface({ orgId, agentId });
    return watchSurface({ orgId, agentId });
  }, [mayReadSurfaces, orgId, agentId]);
}

const list = css`
  display: grid;
  gap: 2px;
  margin: -8px -12px -10px;
  padding: 0;
  list-style: none;
  font-size: var(--ph-text-s);
  & > li > * {
    display: flex;
    align-items: flex-start;
    gap: 10px;
    min-height: 36px;
    padding: 8px 12px;
    border-radius: var(--ph-radius-s);
    color: inherit;
    text-decoration: none;
  }
  & > li > a:hover {
    background: var(--ph-hover);
  }
  & svg {
    flex: none;
    margin-top: 1px;
  }
  & [data-state="good"] svg {
    color: var(--ph-success-text);
  }
  & [data-state="warning"] svg:first-child {
    color: var(--ph-warning-text);
  }
  & [data-state="bad"] svg:first-child {
    color: var(--ph-danger-text);
  }
  & a > svg:last-child {
    align-self: center;
    color: var(--ph-text-3);
  }
  & li > * > span {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & strong {
    font-weight: 550;
  }
  & [data-state="good"] strong {
    font-weight: 400;
    color: var(--ph-text-2);
  }
  & small {
    display: block;
    margin-top: 1px;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
`;
