import { useState } from "react";
import type { ReactNode } from "react";
import { Plus } from "lucide-react";
import { readChoices, writeChoices } from "../../../../shared/domain/choiceFilter.ts";
import type { Choices } from "../../../../shared/domain/choiceFilter.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Select } from "../../../../shared/ui/Select.tsx";
import type { SelectOption } from "../../../../shared/ui/Select.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { useKeptFocus } from "../../../parts/useKeptFocus.ts";
import { useQuery } from "../../../parts/useQuery.ts";

interface ChoiceFilterProps {
  /** What it is called in the address. */
  name: string;
  label: string;
  options: readonly SelectOption[];
}

/** Narrows the list by one value or several, or by not having them. */
export function ChoiceFilter({ name, label, options }: ChoiceFilterProps): ReactNode {
  const query = useQuery();
  const kept = useKeptFocus<HTMLDivElement>();
  const [isAdding, setAdding] = useState(false);
  const { isNot, values } = readChoices(query.read(name));
  const write = (choices: Choices) => query.set({ [name]: writeChoices(choices) || null }, { replace: true });
  // What is there already is no further choice; what is gone since still says that it is set.
  const optionsOf = (value: string) => [
    ...options.filter((one) => one.value === value || !values.includes(one.value)),
    ...(value && !options.some((one) => one.value === value) ? [{ value, label: value }] : []),
  ];
  const choose = (at: number, value: string) => {
    setAdding(false);
    const others = value ? [value] : [];
    write({ isNot, values: [...values.slice(0, at), ...others, ...values.slice(at + 1)] });
  };
  const [first = "", ...further] = values;
  return (
    <div {...kept} className={frame}>
      <Select
        label={label}
        value={first}
        options={[{ value: "", label: "Any" }, ...optionsOf(first)]}
        onChange={(value) => choose(0, value)}
      />
      {[...further, ...(isAdding ? [""] : [])].map((value, index) => (
        <Select
          key={index}
          label={isNot ? "nor" : "or"}
          value={value}
          options={[{ value: "", label: value ? "Remove" : "Choose" }, ...optionsOf(value)]}
          autoFocus={value === ""}
          onChange={(to) => choose(index + 1, to)}
        />
      ))}
      {first && (
        <div>
          <label>
            <input
              type="checkbox"
              checked={isNot}
              aria-label={`${label}: is not`}
              onChange={() => write({ isNot: !isNot, values })}
            />
            Is not
          </label>
          {!isAdding && values.length < options.length && (
            <Button
              kind="quiet"
              size="small"
              icon={<Plus size={13} aria-hidden />}
              aria-label={`${label}: ${isNot ? "nor" : "or"} another one`}
              onClick={() => setAdding(true)}
            >
              {isNot ? "nor" : "or"}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

const frame = css`
  display: grid;
  align-content: start;
  gap: 4px;
  min-width: 0;
  & > div:last-child:not(:first-child) {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 4px;
  }
  & label:has(input) {
    display: flex;
    align-items: center;
    gap: 6px;
    min-height: 28px;
  }
  & label > input[type="checkbox"] {
    width: 15px;
    min-height: 15px;
    height: 15px;
    margin: 0;
    accent-color: var(--ph-accent);
  }
`;
