import { useId } from "react";
import type { ReactNode } from "react";
import { css } from "../../shared/ui/style/css.ts";

interface ChoicesProps<Value extends string> {
  label: string;
  value: Value;
  /** `hint` shows its words while the pointer rests there. */
  options: readonly { value: Value; label: string; icon?: ReactNode; hint?: string }[];
  onChange: (value: Value) => void;
  /** What is to be done before another can be chosen; none can meanwhile. */
  heldBy?: string;
}

/** A few values of which one holds, side by side. */
export function Choices<Value extends string>(props: ChoicesProps<Value>): ReactNode {
  const { label, value, options, onChange, heldBy } = props;
  const name = useId();
  return (
    <fieldset className={frame} aria-label={label} disabled={heldBy !== undefined} title={heldBy}>
      {options.map((option) => (
        <label key={option.value} title={option.hint}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.icon}
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}

const frame = css`
  display: inline-flex;
  width: fit-content;
  min-width: 0;
  margin: 0;
  padding: 2px;
  border: 1px solid var(--ph-line-2);
  border-radius: var(--ph-radius-s);
  background: var(--ph-sunken);
  & > label {
    position: relative;
    display: flex;
    align-items: center;
    gap: 6px;
    min-height: 28px;
    padding: 2px 10px;
    border-radius: calc(var(--ph-radius-s) - 2px);
    font-size: var(--ph-text-s);
    font-weight: 500;
    color: var(--ph-text-2);
    white-space: nowrap;
    cursor: pointer;
  }
  & > label:has(:checked) {
    background: var(--ph-raised);
    box-shadow:
      0 0 0 1px var(--ph-line),
      var(--ph-shadow-1);
    color: var(--ph-text);
  }
  &:disabled > label {
    color: var(--ph-text-3);
    cursor: default;
  }
  &:disabled input {
    cursor: default;
  }
  & > label:has(:focus-visible) {
    outline: 2px solid var(--ph-focus);
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
      min-height: 40px;
    }
  }
`;
