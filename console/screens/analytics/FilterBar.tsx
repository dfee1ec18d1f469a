import type { ReactNode } from "react";
import { Download } from "lucide-react";
import { useSnapshot } from "valtio";
import { Button } from "../../../shared/ui/Button.tsx";
import { controlStyle } from "../../../shared/ui/fieldStyle.ts";
import { Select } from "../../../shared/ui/Select.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { FilterLinks } from "../../parts/FilterLinks.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import { agents } from "../../state/agents/agents.ts";
import { reportRanges as ranges } from "../../../shared/domain/reports.ts";
import type { Dashboard } from "../../../shared/contract/analytics/analytics.ts";
import { figureFilters } from "../../../shared/domain/measures.ts";
import type { FigureFilters } from "../../../shared/domain/measures.ts";
import { filterTitles, listChoices } from "./filters.ts";
import { rangeNames } from "./period.ts";
import type { PeriodShown } from "./period.ts";

interface FilterBarProps {
  period: PeriodShown;
  filters: FigureFilters;
  /** Undefined until it is known. */
  choices: Dashboard["choices"] | undefined;
  /** Null where the page is one agent's. */
  agentId: string | null;
  onExport: (() => void) | null;
  /** What stands beside the download: the saved reports. */
  children: ReactNode;
}

/** The period and the filters whose figures are shown; all of it stands in the address. */
export function FilterBar(props: FilterBarProps): ReactNode {
  const { period, filters, choices, agentId, onExport, children } = props;
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
        {figureFilters.map((name) => {
          const chosen = filters[name] ?? "";
          const options = listChoices(name, choices, chosen);
          // What nothing is told apart by offers nothing.
          if (options.length < (name === "label" ? 1 : 2) && chosen === "") return null;
          return (
            <Select
              key={name}
              label={filterTitles[name]}
              value={chosen}
              options={[{ value: "", label: `All ${filterTitles[name].toLowerCase()}s` }, ...options]}
              onChange={(value) => query.set({ [name]: value || null })}
            />
          );
        })}
      </span>
      <span className={actions}>
        {children}
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
  & > * {
    min-width: 150px;
  }
  @media (max-width: 768px) {
    width: 100%;
    & > * {
      flex: 1;
    }
  }
`;
const actions = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 12px;
  margin-inline-start: auto;
  @media (max-width: 768px) {
    width: 100%;
    margin-inline-start: 0;
    justify-content: space-between;
  }
`;
