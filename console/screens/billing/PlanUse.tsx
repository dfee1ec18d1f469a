import { useId } from "react";
import type { ReactNode } from "react";
import type { Usage } from "../../../shared/contract/billing/usage.ts";
import { unlimitedFrom } from "../../../shared/domain/subscription.ts";
import { formatBytes } from "../../../shared/format/bytes.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { describeDay } from "../../parts/describeMoment.ts";
import { describeNumber } from "../../parts/describeNumber.ts";

interface Used {
  readonly used: number;
  readonly limit: number | null;
}

interface ShownUsage extends Record<"agents" | "characters" | "files", Used> {
  readonly credits: Used & Pick<Usage["credits"], "resetsAt"> & { readonly alerts: readonly Alert[] };
}
type Alert = Readonly<Usage["credits"]["alerts"][number]>;

/** How much of the plan is used; a bar where it has an end. */
export function PlanUse({ usage }: { usage: ShownUsage }): ReactNode {
  const { agents, characters, files, credits } = usage;
  const isFull = agents.limit !== null && agents.limit < unlimitedFrom && agents.used >= agents.limit;
  const reached = credits.alerts.findLast(({ isReached }) => isReached);
  return (
    <Card title="Usage">
      <Bar name="AI agents" {...readBound(agents)} />
      {isFull && <p>You’ve used all agents in your plan.</p>}
      <Bar name="Characters of knowledge" {...readBound(characters)} />
      <Bar name="Files" {...files} describe={formatBytes} />
      <Bar name="Credits this month" {...readBound(credits)} />
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

/** Plans write "unlimited" as a number that nobody reaches. */
function readBound({ used, limit }: Used): Used {
  return { used, limit: limit !== null && limit >= unlimitedFrom ? null : limit };
}

interface Shown extends Used {
  name: string;
  describe?: (amount: number) => string;
}

function Bar({ name, used, limit, describe = describeNumber }: Shown): ReactNode {
  const labelId = useId();
  const share = limit === null ? 0 : used / Math.max(limit, 1);
  return (
    <div className={use} data-level={share >= 1 ? "full" : share >= 0.8 ? "high" : undefined}>
      <span id={labelId}>{name}</span>
      <strong>
        {limit === null ? `${describe(used)} · unlimited` : `${describe(used)} of ${describe(limit)}`}
      </strong>
      {limit !== null && <meter aria-labelledby={labelId} min={0} max={Math.max(limit, 1)} value={used} />}
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
