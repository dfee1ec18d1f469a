import type { ReactNode } from "react";
import { usualHours } from "../../../../shared/domain/openingHours.ts";
import { Select } from "../../../../shared/ui/Select.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { Toggle } from "../../../../shared/ui/Toggle.tsx";
import { listTimeZones } from "../../../parts/timeZones.ts";
import { WeekFields } from "../../../parts/WeekFields.tsx";
import type { When } from "./conditions.ts";

type Period = NonNullable<When["period"]>;

interface PeriodControlProps {
  period: Period;
  onChange: (period: Period) => void;
}

/** From which day to which a message is live, and within which hours. */
export function PeriodControl({ period, onChange }: PeriodControlProps): ReactNode {
  const { timeZone, from, to, week } = period;
  const zones = [...new Set([timeZone, ...listTimeZones()])].map((value) => ({ value, label: value }));
  return (
    <div className={frame}>
      <span>
        <TextField
          label="First day"
          type="date"
          value={from ?? ""}
          onChange={(day) => onChange({ ...period, from: day || null })}
        />
        <TextField
          label="Last day"
          type="date"
          value={to ?? ""}
          onChange={(day) => onChange({ ...period, to: day || null })}
        />
        <Select
          label="Time zone"
          value={timeZone}
          options={zones}
          onChange={(zone) => onChange({ ...period, timeZone: zone })}
        />
      </span>
      <span>
        <Toggle
          label="Only at certain hours"
          isOn={week !== null}
          onChange={(isOn) => onChange({ ...period, week: isOn ? usualHours(timeZone).week : null })}
        />
        <span aria-hidden>Only at certain hours</span>
      </span>
      {week && (
        <WeekFields
          week={week}
          onChange={(changed) => onChange({ ...period, week: changed })}
          closedText="Not shown"
          errorOf={() => undefined}
        />
      )}
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 10px;
  min-width: 0;
  & > span {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 12px;
  }
  & > span > div {
    flex: 1 1 150px;
    max-width: 220px;
  }
`;
