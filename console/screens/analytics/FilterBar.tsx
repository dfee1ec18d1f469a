import type { ReactNode } from "react";
import { Download } from "lucide-react";
import { useSnapshot } from "valtio";
import { Button } from "../../../shared/ui/Button.tsx";
import { controlStyle } from "../../../shared/ui/fieldStyle.ts";
import { Select } from "../../../shared/ui/Select.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { FilterLinks } from "../../parts/FilterLinks.tsx";
import { surfaceNames } from "../../parts/surfaceNames.ts";
import { useQuery } from "../../parts/useQuery.ts";
import { agents } from "../../state/agents/agents.ts";
import { reportRanges as ranges } from "../../../shared/domain/reports.ts";
import { rangeNames } from "./period.ts";
import type { PeriodShown } from "./period.ts";

interface FilterBarProps {
  period: PeriodShown;
  surface: string;
  /** Null where the page is one agent's. */
  agentId: string | null;
  onExport: (() => void) | null;
}

/** The period, the agent and the surface whose figures are shown; all of it stands in the address. */
export function FilterBar({ period, surface, agentId, onExport }: FilterBarProps): ReactNode {
  const query = useQuery();
  const { items } = useSnapshot(agents);
  const { range, from, to } = period;
  return (
    <div className={bar}>
      <FilterLinks
        label="Period"
        value={range}
        options={ranges.map((value) => ({ value, label: rangeNames[value] }))}
        linkTo={(value) =>
          query.link(
            value === "custom"
              ? { range: value, from, to }
              : { range: value === "30d" ? null : value, from: null, to: null },
          )
        }
      />
      {range === "custom" && (
        <span className={days}>
          {(["from", "to"] as const).map((name) => (
            <input
              key={name}
              type="date"
              aria-label={name === "from" ? "First day" : "Last day"}
              className={controlStyle}
              value={name === "from" ? from : to}
              {...(name === "from" ? { max: to } : { min: from })}
              onChange={(event) => {
                if (event.currentTarget.value) query.set({ [name]: event.currentTarget.value });
              }}
            />
          ))}
        </span>
      )}
      <span className={selects}>
        {agentId === null && items.length > 1 && (
          <Select
            label="Agent"
            value={query.read("agent")}
            options={[
              { value: "", label: "All agents" },
              ...items.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(value) => query.set({ agent: value || null })}
          />
        )}
        <Select
          label="Surface"
          value={surface}
          options={[
            { value: "", label: "All surfaces" },
            ...Object.entries(surfaceNames).map(([value, label]) => ({ value, label })),
          ]}
          onChange={(value) => query.set({ surface: value || null })}
        />
        <Button
          icon={<Download size={16} aria-hidden />}
          {...(onExport ? { onClick: onExport } : { disabled: true })}
        >
          Download CSV
        </Button>
      </span>
    </div>
  );
}

const bar = css`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  gap: 12px 16px;
`;
const days = css`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  & > input {
    width: 150px;
  }
`;
const selects = css`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  gap: 12px;
  margin-inline-start: auto;
  & > * {
    min-width: 150px;
  }
  @media (max-width: 768px) {
    width: 100%;
    margin-inline-start: 0;
    & > * {
      flex: 1;
    }
  }
`;
