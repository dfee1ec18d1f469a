import { useId } from "react";
import type { ReactNode } from "react";
import type { Usage } from "../../../shared/contract/billing/usage.ts";
import { unlimitedFrom } from "../../../shared/domain/subscription.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { describeDay } from "../../parts/describeMoment.ts";
import { describeNumber } from "../../parts/describeNumber.ts";

interface Used {
  readonly used: number;
  readonly limit: number | null;
}

interface ShownUsage extends Record<"agents" | "characters", Used> {
  readonly credits: Used & Pick<Usage["credits"], "resetsAt"> & { readonly alerts: readonly Alert[] };
}
type Alert = Readonly<Usage["credits"]["alerts"][number]>;

/** How much of the plan is used; a bar where it has an end. */
export function PlanUse({ usage }: { usage: ShownUsage }): ReactNode {
  const { agents, characters, credits } = usage;
  const isFull = agents.limit !== null && agents.limit < unlimitedFrom && agents.used >= agents.limit;
  const reached = credits.alerts.findLast(({ isReached }) => isReached);
  return (
    <Card title="Usage">
      <Bar name="AI agents" {...agents} />
      {isFull && <p>You’ve used all agents in your plan.</p>}
      <Bar name="Characters of knowledge" {...characters} />
      <Bar name="Credits this month" {...credits} />
      {credits.limit !== null && (
        <p className={small}>
          {reached?.percent === 100
            ? "The built-in model answers until you have more credits."
            : `We e-mail owners and admins at ${credits.alerts.map(({ percent }) => `${percent}%`).join(", ")}. After that, the built-in model answers.`}{" "}
          New credits on {describeDay(credits.resetsAt)}.
        </p>
      )}
    </Card>
  );
}

function Bar({ name, used, limit }: Used & { name: string }): ReactNode {
  const labelId = useId();
  const end = limit === null || limit >= unlimitedFrom ? null : limit;
  const share = end === null ? 0 : used / Math.max(end, 1);
  return (
    <div className={use} data-level={share >= 1 ? "full" : share >= 0.8 ? "high" : undefined}>
      <span id={labelId}>{name}</span>
      <strong>
        {end === null
          ? `${describeNumber(used)} · unlimited`
          : `${describeNumber(used)} of ${describeNumber(end)}`}
      </strong>
      {end !== null && <meter aria-labelledby={labelId} min={0} max={Math.max(end, 1)} value={used} />}
    </div>
  );
}

const small = css`
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
`;
const use = css`
  --bar: var(--ph-accent);
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: 8px 16px;
  &[data-level="high"] {
    --bar: var(--ph-warning-text);
  }
  &[data-level="full"] {
    --bar: var(--ph-danger-text);
  }
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
    background: var(--bar);
  }
  & > meter::-moz-meter-bar {
    border-radius: 4px;
    background: var(--bar);
  }
`;
