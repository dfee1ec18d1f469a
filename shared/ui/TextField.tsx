import type { ReactNode } from "react";
import { Field } from "./Field.tsx";
import type { FieldProps } from "./Field.tsx";
import { controlStyle } from "./fieldStyle.ts";

export interface TextFieldProps extends FieldProps {
  value: string;
  onChange(value: string): void;
  onBlur?(): void;
  type?: "text" | "email" | "password" | "url" | "search" | "number" | "tel" | "date" | "time";
  name?: string;
  autoComplete?: string;
  placeholder?: string;
  /** Cuts what is longer: for short codes and names of hosts, where no words are lost. */
  maxLength?: number;
  isDisabled?: boolean;
  autoFocus?: boolean;
}

/** One line of text with its label. */
export function TextField(props: TextFieldProps): ReactNode {
  const {
    label,
    hint,
    error,
    isRequired,
    aside,
    limit,
    onChange,
    onBlur,
    type = "text",
    isDisabled,
    ...rest
  } = props;
  // Preact's types know each kind of input apart and can't take one that is chosen later.
  const kind: object = { type };
  return (
    <Field {...{ label, hint, error, isRequired, aside, limit }} value={rest.value}>
      {(ids) => (
        <input
          {...rest}
          {...ids}
          {...kind}
          disabled={isDisabled}
          className={controlStyle}
          onBlur={onBlur}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
