import { useId } from "react";
import type { ReactNode } from "react";
import { X } from "lucide-react";
import { IconButton } from "../../../../shared/ui/IconButton.tsx";
import { Select } from "../../../../shared/ui/Select.tsx";
import type { SelectOption } from "../../../../shared/ui/Select.tsx";
import { css } from "../../../../shared/ui/style/css.ts";

interface ChoiceRowsProps {
  label: string;
  /** What it means that nothing is chosen. */
  empty: string;
  addLabel: string;
  options: readonly SelectOption[];
  values: readonly string[];
  onChange: (values: string[]) => void;
  error?: string | undefined;
  isReadOnly: boolean;
}

/** Several of a list, each taken away by its cross. */
export function ChoiceRows(props: ChoiceRowsProps): ReactNode {
  const { label, empty, addLabel, options, values, onChange, error, isReadOnly } = props;
  const id = useId();
  const left = options.filter(({ value }) => !values.includes(value));
  return (
    <div role="group" aria-labelledby={id} className={frame}>
      <div id={id}>{label}</div>
      {values.length > 0 ? (
        <ul>
          {values.map((value) => {
            const name = options.find((one) => one.value === value)?.label ?? "Deleted";
            return (
              <li key={value}>
                {name}
                {!isReadOnly && (
                  <IconButton
                    label={`Remove ${name}`}
                    size="small"
                    onClick={() => onChange(values.filter((one) => one !== value))}
                  >
                    <X size={14} aria-hidden />
                  </IconButton>
                )}
              </li>
            );
          })}
        </ul>
      ) : (
        <p>{empty}</p>
      )}
      {!isReadOnly && left.length > 0 && (
        <Select
          label={addLabel}
          value=""
          options={[{ value: "", label: "Choose…" }, ...left]}
          onChange={(value) => value && onChange([...values, value])}
          error={error}
        />
      )}
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 8px;
  min-width: 0;
  & > div:first-child {
    font-size: var(--ph-text-s);
    font-weight: 550;
  }
  & > p {
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
  }
  & > ul {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  & > ul > li {
    display: flex;
    align-items: center;
    min-height: 30px;
    padding-inline-start: 12px;
    border: 1px solid var(--ph-line-2);
    border-radius: 20px;
    font-size: var(--ph-text-s);
  }
  & > ul > li > :last-child:not(button) {
    padding-inline-end: 12px;
  }
  & > ul button {
    width: 30px;
    height: 30px;
  }
`;
