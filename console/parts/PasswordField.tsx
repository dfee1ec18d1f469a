import { useState } from "react";
import type { ReactNode } from "react";
import { Eye, EyeOff } from "lucide-react";
import { Field } from "../../shared/ui/Field.tsx";
import type { FieldProps } from "../../shared/ui/Field.tsx";
import { controlStyle } from "../../shared/ui/fieldStyle.ts";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { css, cx } from "../../shared/ui/style/css.ts";

interface PasswordFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Tells password managers whether they are asked for one or may make one. */
  autoComplete: "current-password" | "new-password";
  name?: string;
  autoFocus?: boolean;
}

/** A password or key that can be shown; paste and password managers are welcome. */
export function PasswordField(props: PasswordFieldProps): ReactNode {
  const { value, onChange, autoComplete, name = "password", autoFocus, ...field } = props;
  const [isShown, setIsShown] = useState(false);
  return (
    <Field {...field}>
      {(ids) => (
        <span className={frame}>
          <input
            {...ids}
            type={isShown ? "text" : "password"}
            name={name}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            autoFocus={autoFocus}
            value={value}
            className={cx(controlStyle, input)}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <IconButton
            label={`${isShown ? "Hide" : "Show"} ${field.label.toLowerCase()}`}
            size="small"
            className={button}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? <EyeOff size={17} aria-hidden /> : <Eye size={17} aria-hidden />}
          </IconButton>
        </span>
      )}
    </Field>
  );
}

const frame = css`
  position: relative;
  display: block;
`;
const input = css`
  padding-inline-end: 44px;
`;
const button = css`
  position: absolute;
  inset-inline-end: 2px;
  top: 50%;
  translate: 0 -50%;
  width: 36px;
  height: 36px;
`;
