import type { ReactNode } from "react";
import { usualHours } from "../../../../shared/domain/openingHours.ts";
import { controlStyle } from "../../../../shared/ui/fieldStyle.ts";
import { css } from "../../../../shared/ui/style/css.ts";
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
  return (
    <div className={frame}>
      <span>
        <label>
          First day
          <input
            type="date"
            className={controlStyle}
            value={from ?? ""}
            onChange={({ currentTarget }) => onChange({ ...period, from: currentTarget.value || null })}
          />
        </label>
        <label>
          Last day
          <input
            type="date"
            className={controlStyle}
            value={to ?? ""}
            onChange={({ currentTarget }) => onChange({ ...period, to: currentTarget.value || null })}
          />
        </label>
        <label>
          Time zone
          <select
            className={controlStyle}
            value={timeZone}
            onChange={({ currentTarget }) => onChange({ ...period, timeZone: currentTarget.value })}
          >
            {[...new Set([timeZone, ...listTimeZones()])].map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
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
  & label {
    display: grid;
    gap: 4px;
    min-width: 0;
    color: var(--ph-text-2);
    font-size: var(--ph-text-xs);
  }
  & label > select {
    max-width: 220px;
  }
`;
