import type { ReactNode } from "react";
import { findOpening, usualHours } from "../../../../shared/domain/openingHours.ts";
import type { OpeningHours } from "../../../../shared/domain/openingHours.ts";
import { Select } from "../../../../shared/ui/Select.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { Toggle } from "../../../../shared/ui/Toggle.tsx";
import { Card } from "../../../parts/Card.tsx";
import { DayList } from "../../../parts/DayList.tsx";
import { describeDateTime } from "../../../parts/describeMoment.ts";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { listTimeZones, ownTimeZone } from "../../../parts/timeZones.ts";
import { useNow } from "../../../parts/useNow.ts";
import { WeekFields } from "../../../parts/WeekFields.tsx";
import type { BehaviorFieldsProps } from "./behaviorFieldsProps.ts";

/** When people of the team answer, so that visitors who ask for one know when somebody comes. */
export function HoursCard({ typed: { hours }, onChange, error }: BehaviorFieldsProps): ReactNode {
  const isOn = hours !== null;
  return (
    <Card
      title="Opening hours"
      subtitle="Outside these hours, visitors who ask for a person see when you’re back. Choose in Appearance whether the agent answers then."
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
      <WeekFields
        week={hours.week}
        onChange={(week) => onChange({ ...hours, week })}
        closedText="Closed"
        errorOf={(day) => findFieldError(error, `hours.week.${day}`)}
      />
      <DayList
        label="Closed days"
        hint="Such as holidays."
        days={hours.closedDays ?? []}
        onChange={(closedDays) => onChange({ ...hours, closedDays })}
        error={findFieldError(error, "hours.closedDays")}
      />
      <p className={note}>{describeNow(hours, now)}</p>
    </>
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

const note = css`
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
`;
