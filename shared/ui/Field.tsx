import { useId } from "react";
import type { ReactNode } from "react";
import { alert } from "./firstIconPaths.ts";
import { Icon } from "./Icon.tsx";
import { sayTooLong } from "./sayTooLong.ts";
import { css } from "./style/css.ts";

/** What every field of a form has around its control. */
export interface FieldProps {
  label: string;
  /** Help that is always there. */
  hint?: ReactNode;
  /** What is wrong and what to try; marks the control as invalid. */
  error?: string;
  isRequired?: boolean;
  /** Stands at the end of the label's line; where there is a limit, the count once it comes near. */
  aside?: ReactNode;
  /** The most characters of what is typed; what is too long stays whole, and is told. */
  limit?: number;
  value?: string;
}

/** What the control needs to be tied to its label, hint and error. */
export interface ControlIds {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean | undefined;
  required: boolean | undefined;
}

/** Label above, hint or error below; the control is drawn by `children` with the ids that tie them together. */
export function Field(props: FieldProps & { children: (ids: ControlIds) => ReactNode }): ReactNode {
  const { label, hint, isRequired, limit = Infinity, value = "", children } = props;
  const id = useId();
  const error = sayTooLong(value, limit) ?? props.error;
  const aside = props.aside ?? (value.length >= limit * 0.8 && `${value.length} / ${limit}`);
  return (
    <div className={field}>
      <div className={head}>
        <label htmlFor={id} dir="auto">
          {label}
        </label>
        {aside && <span>{aside}</span>}
      </div>
      {children({
        id,
        "aria-describedby": describeField(id, { error, hint }),
        "aria-invalid": error ? true : undefined,
        required: isRequired,
      })}
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  );
}

type Notes = Pick<FieldProps, "error" | "hint">;

/** What is wrong with a field, and its help, below its control. */
export function FieldNotes({ id, error, hint }: Notes & { id: string }): ReactNode {
  return (
    <>
      {error && (
        <p id={`${id}-error`} className={errorStyle}>
          <Icon path={alert} size={1.2} />
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className={hintStyle}>
          {hint}
        </p>
      )}
    </>
  );
}

/** The ids of a field's notes, for its control. */
export function describeField(id: string, { error, hint }: Notes): string | undefined {
  return [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ") || undefined;
}

const field = css`
  display: grid;
  gap: 6px;
  min-width: 0;
`;
const head = css`
  display: flex;
  align-items: baseline;
  justify-content: space-between;
  gap: 12px;
  font-size: var(--ph-text-s);
  & > label {
    font-weight: 550;
  }
  & > span {
    color: var(--ph-text-3);
    font-variant-numeric: tabular-nums;
  }
`;
const hintStyle = css`
  font-size: var(--ph-text-s);
  color: var(--ph-text-3);
`;
const errorStyle = css`
  display: flex;
  gap: 6px;
  font-size: var(--ph-text-s);
  color: var(--ph-danger-text);
  & > svg {
    flex: none;
    margin-top: 0.15em;
  }
`;
