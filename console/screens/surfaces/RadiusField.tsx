import type { ReactNode } from "react";
import { Field } from "../../../shared/ui/Field.tsx";
import { css } from "../../../shared/ui/style/css.ts";

interface RadiusFieldProps {
  value: number;
  onChange: (value: number) => void;
}

/** How round the corners are, 0 to 24 px. */
export function RadiusField({ value, onChange }: RadiusFieldProps): ReactNode {
  return (
    <Field label="Corners" aside={`${value} px`}>
      {(ids) => (
        <input
          {...ids}
          type="range"
          min={0}
          max={24}
          step={1}
          value={value}
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
