import { Fragment } from "react";
import type { ReactNode } from "react";
import type { Dashboard } from "../../../shared/contract/analytics/analytics.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../../shared/ui/style/visuallyHidden.ts";
import { Card } from "../../parts/Card.tsx";
import { describeCount, describeNumber } from "../../parts/describeNumber.ts";
import { weekdays } from "../../parts/weekdays.ts";

const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour);

/** At which hours of the week conversations begin. The picture is the table itself. */
export function Hours({ hours }: { hours: Dashboard["hours"] }): ReactNode {
  const counts = new Map(hours.map((one) => [one.weekday * 24 + one.hour, one.conversations]));
  const most = Math.max(1, ...counts.values());
  const busiest = hours.toSorted((one, other) => other.conversations - one.conversations)[0];
  return (
    <Card
      title="When visitors write"
      subtitle={
        busiest &&
        `Busiest: ${weekdays[busiest.weekday - 1] ?? ""} at ${busiest.hour}:00, ${describeCount(busiest.conversations, "conversation")}.`
      }
    >
      <div className={frame}>
        <table>
          <caption className={visuallyHidden}>Conversations by weekday and hour</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className={visuallyHidden}>Weekday</span>
              </th>
              {hoursOfDay.map((hour) => (
                <th key={hour} scope="col">
                  <span aria-hidden>{hour % 6 === 0 ? hour : ""}</span>
                  <span className={visuallyHidden}>{hour}:00</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weekdays.map((name, index) => (
              <tr key={name}>
                <th scope="row">
                  <span aria-hidden>{name.slice(0, 3)}</span>
                  <span className={visuallyHidden}>{name}</span>
                </th>
                {hoursOfDay.map((hour) => {
                  const count = counts.get((index + 1) * 24 + hour) ?? 0;
                  return (
                    <Fragment key={hour}>
                      <td
                        title={`${name} ${hour}:00: ${describeCount(count, "conversation")}`}
                        style={count > 0 ? { backgroundColor: shade(count / most) } : undefined}
                      >
                        <span className={visuallyHidden}>{describeNumber(count)}</span>
                      </td>
                    </Fragment>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function shade(share: number): string {
  return `color-mix(in oklab, var(--ph-accent) ${Math.round(18 + share * 82)}%, var(--ph-sunken))`;
}

const frame = css`
  overflow-x: auto;
  & table {
    width: 100%;
    border-spacing: 2px;
    table-layout: fixed;
  }
  & th {
    padding: 0;
    font-size: var(--ph-text-xs);
    font-weight: 400;
    text-align: start;
    color: var(--ph-text-2);
  }
  & thead th {
    white-space: nowrap;
  }
  & th:first-child {
    width: 34px;
  }
  & td {
    height: 22px;
    padding: 0;
    border-radius: 3px;
    background: var(--ph-sunken);
  }
`;
