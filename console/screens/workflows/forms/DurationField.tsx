import { useState } from "react";
import type { ReactNode } from "react";
import { Select } from "../../../../shared/ui/Select.tsx";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { clamp } from "./clamp.ts";
import { pairRow } from "./formRows.ts";

const units = [
  { value: "1", label: "Seconds" },
  { value: "60", label: "Minutes" },
  { value: "3600", label: "Hours" },
  { value: "86400", label: "Days" },
];

interface DurationFieldProps {
  label: string;
  seconds: number;
  most: number;
  onChange: (seconds: number) => void;
  isReadOnly: boolean;
}

/** A length of time, in the unit that somebody chooses. */
export function DurationField({ label, seconds, most, onChange, isReadOnly }: DurationFieldProps): ReactNode {
  const [unit, setUnit] = useState(
    () => units.findLast(({ value }) => seconds % Number(value) === 0)?.value ?? "1",
  );
  const size = Number(unit);
  return (
    <div className={pairRow}>
      <TextField
        label={label}
        type="number"
        value={String(Number((seconds / size).toFixed(2)))}
        onChange={(typed) => onChange(clamp(String((Number(typed) || 0) * size), { least: 1, most }))}
        isDisabled={isReadOnly}
      />
      <Select
        label="Unit"
        value={unit}
        options={units}
        onChange={(value) => {
          setUnit(value);
          onChange(clamp(String((seconds / size) * Number(value)), { least: 1, most }));
        }}
        isDisabled={isReadOnly}
      />
    </div>
  );
}
