import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { buttonClass } from "../../../../shared/ui/Button.tsx";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { Card } from "../../../parts/Card.tsx";
import { describeNumber } from "../../../parts/describeNumber.ts";
import { Loaded } from "../../../parts/Loaded.tsx";
import { dataSources, loadDataSources } from "../../../state/knowledge/dataSources.ts";
import { drawn } from "../../../state/platform/resource.ts";
import { agentTabPath, type AgentPlace } from "../../../state/shell/paths.ts";

/** Named in the list; the rest is counted. */
const mostNamed = 5;

/** What the agent reads. Sources change by themselves and are kept where their syncs are, so that the form leads there. */
export function EditSources({ place }: { place: AgentPlace }): ReactNode {
  const { orgId, agentId } = place;
  const shown = useSnapshot(dataSources);
  useEffect(() => drawn(loadDataSources({ orgId, agentId })), [orgId, agentId]);
  const isOurs = shown.data?.agentId === agentId;
  const href = agentTabPath({ ...place, tab: "datasources" });
  return (
    <Card>
      <Loaded
        resource={isOurs ? shown : { ...shown, data: null }}
        skeleton={<Skeleton height="72px" />}
        needs="knowledge.read"
        onRetry={() => drawn(loadDataSources(place))}
      >
        {({ items, total }) => (
          <div className={frame}>
            {total === 0 && <p>Without sources, it can only say that it found nothing.</p>}
            <ul aria-label="Sources">
              {items.slice(0, mostNamed).map(({ id, name, counts }) => (
                <li key={id}>
                  <Link href={`${href}?source=${encodeURIComponent(id)}`}>{name}</Link>
                  <span>
                    {describeNumber(counts.pages)} {counts.pages === 1 ? "page" : "pages"}
                  </span>
                </li>
              ))}
              {total > mostNamed && <li>and {describeNumber(total - mostNamed)} more</li>}
            </ul>
            <Link href={total === 0 ? `${href}?add=website` : href} className={buttonClass("secondary")}>
              {total === 0 ? "Add a data source" : "Open its data sources"}
            </Link>
          </div>
        )}
      </Loaded>
    </Card>
  );
}

const frame = css`
  display: grid;
  justify-items: start;
  gap: 16px;
  & > p {
    color: var(--ph-text-2);
  }
  & > ul {
    display: grid;
    width: 100%;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  & > ul:empty {
    display: none;
  }
  & li {
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: 16px;
    padding: 8px 0;
    border-bottom: 1px solid var(--ph-line);
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & li:first-child {
    padding-top: 0;
  }
  & li > a {
    min-width: 0;
    overflow-wrap: anywhere;
    font-weight: 550;
    color: var(--ph-text);
  }
  & li > span {
    flex: none;
    font-variant-numeric: tabular-nums;
  }
`;
