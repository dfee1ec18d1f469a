import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { organizationItself } from "../../../shared/domain/sharedSources.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { describeCount, describeNumber } from "../../parts/describeNumber.ts";
import { characterUsage, loadCharacterUsage } from "../../state/knowledge/characterUsage.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";

interface UsageMeterProps {
  place: AgentPlace;
  /** Another text where a sync may have changed what is held. */
  changed: string;
}

/** From here on the meter warns. */
const nearlyFull = 0.9;

/** How many characters the plan allows and where they went; nothing where the plan has no limit. */
export function UsageMeter({ place: { orgId, agentId }, changed }: UsageMeterProps): ReactNode {
  const { data } = useSnapshot(characterUsage);
  useEffect(() => {
    void loadCharacterUsage({ orgId, agentId });
  }, [orgId, agentId, changed]);
  if (data?.agentId !== agentId || data.limit === null) return null;
  const { used, limit, agentUsed, bySource } = data;
  const share = limit === 0 ? 1 : Math.min(1, used / limit);
  const isFull = used >= limit;
  return (
    <details className={frame}>
      <summary>
        <span>
          {describeNumber(used)} of {describeNumber(limit)} characters in your plan
          {isFull && ". New pages are skipped"}
        </span>
        <meter aria-label="Characters used" min={0} max={1} high={nearlyFull} optimum={0} value={share} />
      </summary>
      <ul>
        {bySource.map((source) => (
          <li key={source.id}>
            <span>{source.name}</span>
            <span>{describeCount(source.used, "character")}</span>
          </li>
        ))}
        {used > agentUsed && (
          <li>
            <span>
              {agentId === organizationItself ? "Agents’ own sources" : "Other agents, and shared sources"}
            </span>
            <span>{describeCount(used - agentUsed, "character")}</span>
          </li>
        )}
      </ul>
    </details>
  );
}

const frame = css`
  padding: 12px 16px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  font-size: var(--ph-text-s);
  font-variant-numeric: tabular-nums;
  & > summary {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px 16px;
    cursor: pointer;
  }
  & meter {
    flex: 1 1 160px;
    height: 14px;
  }
  & > ul {
    display: grid;
    gap: 4px;
    margin: 10px 0 0;
    padding: 0;
    list-style: none;
    color: var(--ph-text-2);
  }
  & li {
    display: flex;
    justify-content: space-between;
    gap: 16px;
    overflow-wrap: anywhere;
  }
`;
