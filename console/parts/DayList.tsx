import { useState } from "react";
import type { ReactNode } from "react";
import { X } from "lucide-react";
import { Button } from "../../shared/ui/Button.tsx";
import { Field } from "../../shared/ui/Field.tsx";
import { controlStyle } from "../../shared/ui/fieldStyle.ts";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { css } from "../../shared/ui/style/css.ts";
import { describeCalendarDay } from "./describeMoment.ts";

interface DayListProps {
  label: string;
  hint: string;
  /** `2026-12-24`, in their order. */
  days: readonly string[];
  onChange: (days: string[]) => void;
  error: string | undefined;
}

/** Single days of the calendar, to add and to remove. */
export function DayList({ label, hint, days, onChange, error }: DayListProps): ReactNode {
  const [typed, setTyped] = useState("");
  const add = () => {
    onChange([...new Set([...days, typed])].sort());
    setTyped("");
  };
  return (
    <div className={frame}>
      <Field label={label} hint={hint} error={error}>
        {(ids) => (
          <span>
            <input
              {...ids}
              type="date"
              min="2000-01-01"
              max="9999-12-31"
              className={controlStyle}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
            <Button size="small" disabled={typed === ""} onClick={add}>
              Add day
            </Button>
          </span>
        )}
      </Field>
      {days.length > 0 && (
        <ul aria-label={label}>
          {days.map((day) => (
            <li key={day}>
              {describeCalendarDay(day)}
              <IconButton
                label={`Remove ${describeCalendarDay(day)}`}
                size="small"
                onClick={() => onChange(days.filter((one) => one !== day))}
              >
                <X size={14} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 8px;
  min-width: 0;
  & span:has(> input) {
    display: flex;
    align-items: center;
    gap: 8px;
  }
  & input {
    width: 160px;
  }
  & > ul {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  & li {
    display: flex;
    align-items: center;
    gap: 2px;
    padding-inline: 12px 4px;
    border: 1px solid var(--ph-line);
    border-radius: 99px;
    font-size: var(--ph-text-s);
  }
`;
