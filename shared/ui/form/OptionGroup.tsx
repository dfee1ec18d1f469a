import { useId } from "react";
import type { ReactNode } from "react";
import { describeField, FieldNotes } from "../Field.tsx";
import type { FieldProps } from "../Field.tsx";
import { css } from "../style/css.ts";

export interface Option {
  value: string;
  /** Its words; only a screen reader's where there is a picture. */
  label: string;
  picture?: ReactNode;
}

interface OptionGroupProps extends Pick<FieldProps, "label" | "hint" | "error" | "isRequired"> {
  kind?: "radio" | "checkbox";
  options: readonly Option[];
  chosen: readonly string[];
  onChange(chosen: string[]): void;
  isDisabled?: boolean;
  /** Beside one another: for a few short words. */
  isRow?: boolean;
}

/** A question with its answers in sight: one of them (`radio`), or any number. */
export function OptionGroup(props: OptionGroupProps): ReactNode {
  const {
    label,
    hint,
    error,
    isRequired,
    kind = "radio",
    options,
    chosen,
    onChange,
    isDisabled,
    isRow,
  } = props;
  const id = useId();
  const isOne = kind === "radio";
  const isWrong = error ? true : undefined;
  const change = (value: string, isChosen: boolean): void => {
    if (isOne) onChange([value]);
    else onChange(isChosen ? [...chosen, value] : chosen.filter((one) => one !== value));
  };
  return (
    <fieldset
      className={group}
      disabled={isDisabled}
      role={isOne ? "radiogroup" : undefined}
      aria-required={(isOne && isRequired) || undefined}
      aria-invalid={isOne ? isWrong : undefined}
      aria-describedby={describeField(id, { error, hint })}
    >
      <legend dir="auto">{label}</legend>
      <div data-row={isRow || undefined} data-pictures={options.some(({ picture }) => picture) || undefined}>
        {options.map((option) => (
          <label key={option.value} title={option.picture ? option.label : undefined}>
            <input
              type={kind}
              name={id}
              value={option.value}
              checked={chosen.includes(option.value)}
              aria-label={option.picture ? option.label : undefined}
              aria-invalid={isOne ? undefined : isWrong}
              onChange={(event) => change(option.value, event.currentTarget.checked)}
            />
            {option.picture ?? <span dir="auto">{option.label}</span>}
          </label>
        ))}
      </div>
      <FieldNotes id={id} error={error} hint={hint} />
    </fieldset>
  );
}

const group = css`
  display: grid;
  gap: 6px;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  & > legend {
    margin-bottom: 6px;
    padding: 0;
    font-size: var(--ph-text-s);
    font-weight: 550;
  }
  & > div {
    display: grid;
    gap: 6px;
  }
  & label {
    display: flex;
    align-items: flex-start;
    gap: 10px;
    min-height: var(--ph-control);
    padding: 9px 12px;
    border: 1px solid var(--ph-line-2);
    border-radius: var(--ph-radius-s);
    background: var(--ph-surface);
    font-size: var(--ph-text-m);
    line-height: 1.45;
    overflow-wrap: anywhere;
    cursor: pointer;
  }
  & label > span {
    min-width: 0;
  }
  & input {
    flex: none;
    width: 16px;
    height: 16px;
    margin: 2px 0 0;
    accent-color: var(--ph-accent-text);
    cursor: inherit;
  }
  & > [data-row] {
    grid-auto-columns: 1fr;
    grid-auto-flow: column;
  }
  /* Not under a finger, which leaves it behind as if it were chosen. */
  @media (hover: hover) {
    & label:hover {
      border-color: var(--ph-line-strong);
      background: var(--ph-hover);
    }
  }
  & label:has(input:checked) {
    border-color: var(--ph-accent-text);
    background: var(--ph-accent-soft);
  }
  & label:has(:focus-visible) {
    outline: 2px solid var(--ph-focus);
    outline-offset: 1px;
  }
  &[aria-invalid] label,
  & label:has([aria-invalid]) {
    border-color: var(--ph-danger-text);
  }
  &:disabled label {
    color: var(--ph-text-3);
    cursor: default;
  }
  & [data-pictures] {
    display: flex;
    margin-inline-start: -9px;
  }
  & [data-pictures] > label {
    position: relative;
    align-items: center;
    min-height: 44px;
    padding: 0 9px;
    border: 0;
    background: none;
    color: var(--ph-accent-text);
  }
  /* There for the keyboard and a screen reader; the picture shows what is chosen. */
  & [data-pictures] input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    margin: 0;
    opacity: 0;
  }
  @media (pointer: coarse) {
    & label {
      min-height: 44px;
      padding-block: 11px;
    }
  }
`;
