import { useId } from "react";
import type { ReactNode } from "react";
import { css } from "../../../shared/ui/style/css.ts";

interface PickerProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** Several values of which one holds, in as many lines as they need. */
export function Picker<Value extends string>(props: PickerProps<Value>): ReactNode {
  const { label, value, options, onChange } = props;
  const name = useId();
  return (
    <fieldset className={frame} aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}

const frame = css`
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  & > label {
    position: relative;
    display: flex;
    align-items: center;
    min-height: 32px;
    padding: 3px 12px;
    border: 1px solid var(--ph-line-2);
    border-radius: 99px;
    font-size: var(--ph-text-s);
    font-weight: 500;
    color: var(--ph-text-2);
    cursor: pointer;
  }
  & > label:hover {
    border-color: var(--ph-line-strong);
    color: var(--ph-text);
  }
  & > label:has(:checked) {
    border-color: var(--ph-accent-text);
    background: var(--ph-accent-soft);
    color: var(--ph-accent-text);
  }
  & > label:has(:focus-visible) {
    outline: 2px solid var(--ph-focus);
    outline-offset: 2px;
  }
  & input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  @media (pointer: coarse) {
    & > label {
      min-height: 44px;
      padding-inline: 16px;
    }
  }
`;
