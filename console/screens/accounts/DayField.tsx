import type { ReactNode } from "react";
import { Field } from "../../../shared/ui/Field.tsx";
import { controlStyle } from "../../../shared/ui/fieldStyle.ts";

interface DayFieldProps {
  label: string;
  /** `2026-12-31`, or empty. */
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
}

/** A day, by the platform's own calendar. */
export function DayField({ label, value, onChange, error }: DayFieldProps): ReactNode {
  return (
    <Field label={label} error={error}>
      {(ids) => (
        <input
          {...ids}
          type="date"
          min="1970-01-02"
          max="9999-12-31"
          value={value}
          className={controlStyle}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** The first moment of a day in this browser's time zone; undefined for what is no day. */
export function startOfDay(day: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return undefined;
  const ms = new Date(`${day}T00:00:00`).getTime();
  return Number.isNaN(ms) ? undefined : ms;
}

/** The last moment of a day, whether it has 23, 24 or 25 hours; undefined for what is no day. */
export function endOfDay(day: string): number | undefined {
  const start = startOfDay(day);
  if (start === undefined) return undefined;
  const next = new Date(start);
  next.setDate(next.getDate() + 1);
  return next.getTime() - 1;
}
