import type { ReactNode } from "react";
import { Field } from "../../../shared/ui/Field.tsx";
import { css } from "../../../shared/ui/style/css.ts";

interface RangeFieldProps {
  label: string;
  min: number;
  max: number;
  step?: number;
  value: number;
  onChange: (value: number) => void;
  error?: string;
}

/** A measure in px, by slider; the arrow keys move it a step. */
export function RangeField({
  label,
  min,
  max,
  step = 1,
  value,
  onChange,
  error,
}: RangeFieldProps): ReactNode {
  return (
    <Field label={label} aside={`${value} px`} error={error}>
      {(ids) => (
        <input
          {...ids}
          type="range"
          min={min}
          max={max}
          step={step}
          value={value}
          aria-valuetext={`${value} pixels`}
          className={range}
          onChange={(event) => onChange(Number(event.currentTarget.value))}
        />
      )}
    </Field>
  );
}

const range = css`
  width: 100%;
  min-height: 24px;
  margin: 0;
  accent-color: var(--ph-accent-text);
`;
