import type { ReactNode } from "react";
import { Select } from "../../../shared/ui/Select.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { describeDay } from "../../parts/describeMoment.ts";
import { DayField, endOfDay } from "./DayField.tsx";

/** When a key ends: after a number of days, on a day, or never. */
export interface Expiry {
  choice: "never" | "30" | "90" | "365" | "day";
  /** `2026-12-31`, where a day is chosen. */
  day: string;
}

const dayMs = 24 * 60 * 60 * 1000;

const options: { value: Expiry["choice"]; label: string }[] = [
  { value: "30", label: "After 30 days" },
  { value: "90", label: "After 90 days" },
  { value: "365", label: "After a year" },
  { value: "day", label: "On a date" },
  { value: "never", label: "Never" },
];

/** The moment of an expiry; null for never, undefined for a day that is missing or past. */
export function readExpiry({ choice, day }: Expiry, now: number): number | null | undefined {
  if (choice === "never") return null;
  if (choice !== "day") return now + Number(choice) * dayMs;
  const end = endOfDay(day);
  return end !== undefined && end > now ? end : undefined;
}

interface ExpiryFieldProps {
  expiry: Expiry;
  onChange: (expiry: Expiry) => void;
  error?: string | undefined;
}

/** Until when a key holds. */
export function ExpiryField({ expiry, onChange, error }: ExpiryFieldProps): ReactNode {
  const { choice } = expiry;
  const end = readExpiry(expiry, Date.now());
  const isLasting = choice === "never";
  return (
    <div className={frame}>
      <Select
        label="Expires"
        value={choice}
        options={options}
        hint={
          isLasting
            ? "Valid until revoked. An expiry date is safer."
            : end && choice !== "day"
              ? `On ${describeDay(end)}.`
              : undefined
        }
        onChange={(value) => onChange({ ...expiry, choice: value as Expiry["choice"] })} // the options' own values
      />
      {choice === "day" && (
        <DayField
          label="Last day"
          value={expiry.day}
          error={error}
          onChange={(day) => onChange({ ...expiry, day })}
        />
      )}
    </div>
  );
}

const frame = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 220px), 1fr));
  align-items: start;
  gap: 16px;
`;
