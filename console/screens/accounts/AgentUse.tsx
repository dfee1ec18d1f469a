import { useId } from "react";
import type { ReactNode } from "react";
import { readAgentLimit } from "../../../shared/domain/subscription.ts";
import type { PlanFacts } from "../../../shared/domain/subscription.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";

/** From so many units on nobody counts them: the self-hosted plan's number. */
const unlimitedFrom = 1_000_000;

/** How many of the plan's agents there are; a bar where the plan has an end. */
export function AgentUse({ plan, used }: { plan: PlanFacts; used: number }): ReactNode {
  const labelId = useId();
  const limit = readAgentLimit(plan) ?? 0;
  const isUnlimited = limit >= unlimitedFrom;
  return (
    <Card title="Use">
      <div className={use}>
        <span id={labelId}>AI agents</span>
        <strong>{isUnlimited ? `${used} · unlimited` : `${used} of ${limit}`}</strong>
        {!isUnlimited && <meter aria-labelledby={labelId} min={0} max={Math.max(limit, 1)} value={used} />}
      </div>
      {!isUnlimited && used >= limit && <p>All agents of this plan are in use.</p>}
    </Card>
  );
}

const use = css`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: 8px 16px;
  & > strong {
    font-weight: 550;
    font-variant-numeric: tabular-nums;
  }
  & > meter {
    appearance: none;
    flex-basis: 100%;
    width: 100%;
    height: 8px;
    border: 0;
    border-radius: 4px;
    overflow: hidden;
    background: var(--ph-line);
  }
  & > meter::-webkit-meter-bar {
    height: 8px;
    border: 0;
    border-radius: 4px;
    background: var(--ph-line);
  }
  & > meter::-webkit-meter-optimum-value {
    border-radius: 4px;
    background: var(--ph-accent);
  }
  & > meter::-moz-meter-bar {
    border-radius: 4px;
    background: var(--ph-accent);
  }
`;
