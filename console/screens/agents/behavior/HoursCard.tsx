import { useId } from "react";
import type { ReactNode } from "react";
import { endsNextDay, findOpening, usualHours } from "../../../../shared/domain/openingHours.ts";
import type { OpeningHours, OpeningSpan } from "../../../../shared/domain/openingHours.ts";
import { controlStyle } from "../../../../shared/ui/fieldStyle.ts";
import { Select } from "../../../../shared/ui/Select.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { Toggle } from "../../../../shared/ui/Toggle.tsx";
import { Card } from "../../../parts/Card.tsx";
import { describeDateTime } from "../../../parts/describeMoment.ts";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { listTimeZones, ownTimeZone } from "../../../parts/timeZones.ts";
import { useNow } from "../../../parts/useNow.ts";
import type { BehaviorFieldsProps } from "./behaviorFieldsProps.ts";

const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const firstSpan: OpeningSpan = { opens: "09:00", closes: "17:00" };

/** When people of the team answer, so that visitors who ask for one know when somebody comes. */
export function HoursCard({ typed: { hours }, onChange, error }: BehaviorFieldsProps): ReactNode {
  const isOn = hours !== null;
  return (
    <Card
      title="Opening hours"
      subtitle="Outside these hours, visitors who ask for a person see when you’re back. The agent always answers."
      aside={
        <Toggle
          isOn={isOn}
          label="Opening hours"
          onChange={(on) => onChange({ hours: on ? usualHours(ownTimeZone()) : null })}
        />
      }
    >
      {hours && <Week hours={hours} onChange={(changed) => onChange({ hours: changed })} error={error} />}
    </Card>
  );
}

interface WeekProps {
  hours: OpeningHours;
  onChange: (hours: OpeningHours) => void;
  error: BehaviorFieldsProps["error"];
}

function Week({ hours, onChange, error }: WeekProps): ReactNode {
  const now = useNow(60_000);
  const setDay = (day: number, span: OpeningSpan | null) =>
    onChange({ ...hours, week: hours.week.map((before, index) => (index === day ? span : before)) });
  const zones = [...new Set([hours.timeZone, ...listTimeZones()])].map((value) => ({ value, label: value }));
  return (
    <>
      <Select
        label="Time zone"
        value={hours.timeZone}
        options={zones}
        onChange={(timeZone) => onChange({ ...hours, timeZone })}
        error={findFieldError(error, "hours.timeZone")}
      />
      <ul className={week}>
        {days.map((name, day) => (
          <Day
            key={name}
            name={name}
            span={hours.week[day] ?? null}
            onChange={(span) => setDay(day, span)}
            error={findFieldError(error, `hours.week.${day}`)}
          />
        ))}
      </ul>
      <p className={note}>{describeNow(hours, now)}</p>
    </>
  );
}

interface DayProps {
  name: string;
  span: OpeningSpan | null;
  onChange: (span: OpeningSpan | null) => void;
  error: string | undefined;
}

function Day({ name, span, onChange, error }: DayProps): ReactNode {
  const nextDayId = useId();
  const isOver = span !== null && endsNextDay(span);
  return (
    <li>
      <Toggle isOn={span !== null} label={name} onChange={(on) => onChange(on ? firstSpan : null)} />
      <span aria-hidden>{name}</span>
      {span ? (
        <>
          <input
            type="time"
            aria-label={`${name} from`}
            className={controlStyle}
            value={span.opens}
            onChange={({ currentTarget }) => onChange({ ...span, opens: currentTarget.value })}
          />
          <input
            type="time"
            aria-label={`${name} to`}
            aria-describedby={isOver ? nextDayId : undefined}
            className={controlStyle}
            // A day that ends at midnight: the control has no 24:00.
            value={span.closes === "24:00" ? "00:00" : span.closes}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...span, closes: value === "00:00" ? "24:00" : value })
            }
          />
          {isOver && <small id={nextDayId}>until {span.closes} the next day</small>}
          {error && <strong role="alert">{error}</strong>}
        </>
      ) : (
        <em>Nobody answers</em>
      )}
    </li>
  );
}

/** What a visitor would be told at this moment. */
function describeNow(hours: OpeningHours, now: number): string {
  try {
    const { isOpen, opensAt } = findOpening(hours, now);
    if (isOpen) return "Right now, visitors who ask for a person see that someone answers soon.";
    if (opensAt === null) return "No open days: visitors see that the team is away.";
    return `Right now, visitors see that the team is back on ${describeDateTime(opensAt)} (your time).`;
  } catch {
    return "";
  }
}

const week = css`
  display: grid;
  gap: 4px;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: grid;
    grid-template-columns: max-content 100px minmax(0, 140px) minmax(0, 140px);
    justify-content: start;
    align-items: center;
    gap: 4px 12px;
    min-height: 48px;
  }
  & strong {
    grid-column: 2 / -1;
    font-size: var(--ph-text-s);
    font-weight: 400;
    color: var(--ph-danger-text);
  }
  & em {
    grid-column: 3 / -1;
    font-style: normal;
    color: var(--ph-text-3);
  }
  & small {
    grid-column: 3 / -1;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  @media (max-width: 480px) {
    gap: 16px;
    & > li {
      grid-template-columns: max-content minmax(0, 1fr) minmax(0, 1fr);
      justify-content: stretch;
    }
    & > li > span {
      grid-column: 2 / -1;
    }
    & > li > :nth-child(3):not(em) {
      grid-column: 2;
    }
    & em,
    & small {
      grid-column: 2 / -1;
    }
  }
`;
const note = css`
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
`;
