import { useState } from "react";
import type { ReactNode } from "react";
import { weekdays } from "../../../shared/domain/quietHours.ts";
import type { ReadOnlyQuietHours } from "../../../shared/domain/quietHours.ts";
import { timeOfDay } from "../../../shared/domain/zoneTime.ts";
import { controlStyle } from "../../../shared/ui/fieldStyle.ts";
import { css } from "../../../shared/ui/style/css.ts";

interface QuietTimesProps {
  hours: ReadOnlyQuietHours;
  onChange: (hours: ReadOnlyQuietHours) => void;
}

const dayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** From when to when it is quiet, and on which days that begins. */
export function QuietTimes({ hours, onChange }: QuietTimesProps): ReactNode {
  const { from, to, days } = hours;
  const toggle = (day: number) =>
    onChange({
      ...hours,
      days: days.includes(day) ? days.filter((one) => one !== day) : [...days, day].toSorted(),
    });
  return (
    <fieldset className={frame} aria-label="Quiet times">
      <div>
        <TimeField label="From" value={from} onChange={(time) => onChange({ ...hours, from: time })} />
        <TimeField label="To" value={to} onChange={(time) => onChange({ ...hours, to: time })} />
        <span>{from === to ? "the whole day" : to < from ? "on the next day" : ""}</span>
      </div>
      <fieldset>
        <legend>Starting on</legend>
        {weekdays.map((day) => {
          const name = dayNames[day - 1] ?? "";
          const isOn = days.includes(day);
          return (
            <label key={day}>
              <input
                type="checkbox"
                aria-label={name}
                checked={isOn}
                // Without any day it is switched off above.
                disabled={isOn && days.length === 1}
                onChange={() => toggle(day)}
              />
              {name.slice(0, 3)}
            </label>
          );
        })}
      </fieldset>
    </fieldset>
  );
}

interface TimeFieldProps {
  label: string;
  value: string;
  onChange: (time: string) => void;
}

/** A time of the day, which holds once it is left: half of one that is being typed is none. */
function TimeField({ label, value, onChange }: TimeFieldProps): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  const leave = () => {
    if (typed !== null && timeOfDay.test(typed) && typed !== value) onChange(typed);
    setTyped(null);
  };
  return (
    <label>
      {label}
      <input
        type="time"
        className={controlStyle}
        value={typed ?? value}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={leave}
        onKeyDown={({ key }) => key === "Enter" && leave()}
      />
    </label>
  );
}

const frame = css`
  display: grid;
  gap: 12px;
  min-width: 0;
  margin: 0;
  padding: 8px 0 4px;
  border: 0;
  color: var(--ph-text-2);
  & > div {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: 8px 16px;
  }
  & > div > label {
    display: grid;
    gap: 4px;
  }
  & > div > span {
    padding-bottom: 8px;
  }
  & [type="time"] {
    width: 128px;
  }
  & > fieldset {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 14px;
    margin: 0;
    padding: 0;
    border: 0;
  }
  & legend {
    padding: 0 0 4px;
  }
  & fieldset > label {
    display: flex;
    align-items: center;
    gap: 6px;
    min-height: 32px;
    cursor: pointer;
  }
  & [type="checkbox"] {
    flex: none;
    width: 18px;
    height: 18px;
    accent-color: var(--ph-accent);
  }
  @media (pointer: coarse) {
    & fieldset > label {
      min-height: 44px;
    }
  }
`;
