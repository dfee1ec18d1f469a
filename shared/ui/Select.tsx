import type { ReactNode } from "react";
import { Field } from "./Field.tsx";
import type { FieldProps } from "./Field.tsx";
import { controlStyle } from "./fieldStyle.ts";
import { Icon } from "./Icon.tsx";
import { chevronDown } from "./iconPaths.ts";
import { css, cx } from "./style/css.ts";

export interface SelectOption {
  value: string;
  label: string;
  isDisabled?: boolean;
}

export interface SelectProps extends FieldProps {
  value: string;
  options: readonly SelectOption[];
  onChange(value: string): void;
  isDisabled?: boolean;
  autoFocus?: boolean;
}

/** The platform's own select with our looks: keyboard, phones and screen readers know it. */
export function Select(props: SelectProps): ReactNode {
  const { value, options, onChange, isDisabled, autoFocus, label, hint, error, isRequired, aside } = props;
  return (
    <Field label={label} hint={hint} error={error} isRequired={isRequired} aside={aside}>
      {(ids) => (
        <span className={frame}>
          <select
            {...ids}
            value={value}
            disabled={isDisabled}
            autoFocus={autoFocus}
            className={cx(controlStyle, select)}
            onChange={(event) => onChange(event.currentTarget.value)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.isDisabled}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon path={chevronDown} />
        </span>
      )}
    </Field>
  );
}

const frame = css`
  position: relative;
  display: block;
  & > svg {
    position: absolute;
    inset-inline-end: 10px;
    top: 50%;
    translate: 0 -50%;
    pointer-events: none;
    color: var(--ph-text-3);
  }
`;
const select = css`
  appearance: none;
  padding-inline-end: 36px;
  text-overflow: ellipsis;
  cursor: pointer;
`;
