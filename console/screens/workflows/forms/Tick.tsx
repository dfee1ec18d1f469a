import type { ReactNode } from "react";
import { tickRow } from "./formRows.ts";

interface TickProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isDisabled: boolean;
}

/** A box to tick with its words. */
export function Tick({ label, isOn, onChange, isDisabled }: TickProps): ReactNode {
  return (
    <label className={tickRow}>
      <input
        type="checkbox"
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}
