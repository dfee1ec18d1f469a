import type { ReactNode } from "react";
import { Field } from "./Field.tsx";
import type { FieldProps } from "./Field.tsx";
import { controlStyle } from "./fieldStyle.ts";
import { css, cx } from "./style/css.ts";

export interface TextAreaProps extends FieldProps {
  value: string;
  onChange(value: string): void;
  onBlur?(): void;
  rows?: number;
  name?: string;
  placeholder?: string;
  autoFocus?: boolean;
  isDisabled?: boolean;
}

/** Several lines of text with their label; grows with the text where the browser can. */
export function TextArea(props: TextAreaProps): ReactNode {
  const {
    label,
    hint,
    error,
    isRequired,
    aside,
    limit,
    onChange,
    onBlur,
    rows = 4,
    isDisabled,
    ...rest
  } = props;
  return (
    <Field {...{ label, hint, error, isRequired, aside, limit }} value={rest.value}>
      {(ids) => (
        <textarea
          {...rest}
          {...ids}
          rows={rows}
          disabled={isDisabled}
          className={cx(controlStyle, area)}
          onBlur={onBlur}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

const area = css`
  resize: vertical;
  field-sizing: content;
  min-height: 96px;
  max-height: 60vh;
`;
