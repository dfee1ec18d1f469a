import type { ReactNode } from "react";
import { Select } from "../../../../../shared/ui/Select.tsx";
import type { SelectOption } from "../../../../../shared/ui/Select.tsx";
import { css } from "../../../../../shared/ui/style/css.ts";

interface LabelChoicesProps {
  /** Of the first one. */
  label: string;
  /** Of them all. */
  groupLabel: string;
  /** The ids of those that are chosen. */
  values: readonly string[];
  /** Those that can be chosen here, also those that are. */
  options: readonly SelectOption[];
  onChange: (values: string[]) => void;
}

/** Several labels, each chosen in a list of its own; behind the last one there is room for another. */
export function LabelChoices({ label, groupLabel, values, options, onChange }: LabelChoicesProps): ReactNode {
  const isMore = values.length < options.length || values.length === 0;
  return (
    <div role="group" aria-label={groupLabel} className={frame}>
      {[...values, ...(isMore ? [""] : [])].map((value, index) => (
        <Select
          key={index}
          label={index === 0 ? label : "and"}
          value={value}
          options={[
            { value: "", label: emptyLabel(value, index, values.length) },
            ...options.filter((one) => one.value === value || !values.includes(one.value)),
          ]}
          onChange={(to) =>
            onChange([...values.slice(0, index), ...(to ? [to] : []), ...values.slice(index + 1)])
          }
        />
      ))}
    </div>
  );
}

function emptyLabel(value: string, index: number, count: number): string {
  if (value && count > 1) return "Not this one";
  return index > 0 ? "No other" : "Leave as it is";
}

const frame = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 4px;
  min-width: 0;
`;
