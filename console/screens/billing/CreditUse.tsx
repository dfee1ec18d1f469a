import type { ReactNode } from "react";
import type { UsePart, Usage } from "../../../shared/contract/billing/usage.ts";
import { findModel } from "../../../shared/domain/models.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { describeDate } from "../../parts/describeMoment.ts";
import { describeCount, describeNumber } from "../../parts/describeNumber.ts";
import { FilterLinks } from "../../parts/FilterLinks.tsx";
import { surfaceNames } from "../../parts/surfaceNames.ts";
import { useQuery } from "../../parts/useQuery.ts";

export const usageDays = [7, 30, 90] as const;

interface ShownUsage extends Pick<Usage, "total"> {
  readonly days: readonly Readonly<Usage["days"][number]>[];
  readonly byAgent: readonly Readonly<UsePart>[];
  readonly byModel: readonly Readonly<UsePart>[];
  readonly bySurface: readonly Readonly<UsePart>[];
}

/** What models cost by day, agent, model and surface. */
export function CreditUse({ usage, days }: { usage: ShownUsage; days: number }): ReactNode {
  const query = useQuery();
  const { total } = usage;
  return (
    <Card
      title="Credits"
      subtitle={`${describeCount(total, "credit")} in ${days} days. Days end at midnight UTC.`}
    >
      <FilterLinks
        label="Period"
        value={String(days)}
        options={usageDays.map((each) => ({ value: String(each), label: `${each} days` }))}
        linkTo={(value) => query.link({ days: value === "30" ? null : value })}
      />
      {total === 0 ? (
        <p className={quiet}>No credits used yet. The built-in model is free.</p>
      ) : (
        <>
          <Days days={usage.days} />
          <div className={tables}>
            <PartTable head="Agent" parts={usage.byAgent} />
            <PartTable head="Model" parts={usage.byModel} nameOf={(key) => findModel(key)?.label} />
            <PartTable head="Surface" parts={usage.bySurface} nameOf={(key) => surfaceNames[key]} />
          </div>
        </>
      )}
    </Card>
  );
}

function Days({ days }: Pick<ShownUsage, "days">): ReactNode {
  const most = Math.max(...days.map(({ credits }) => credits), 1);
  const [first, last] = [days[0], days.at(-1)];
  return (
    <figure className={chart}>
      <div
        role="img"
        aria-label={`Credits by day, up to ${describeNumber(most)}. The table below lists each day.`}
      >
        {days.map(({ day, credits }) => (
          <i
            key={day}
            title={`${describeDate(Date.parse(day))}: ${describeNumber(credits)}`}
            style={{ height: `${(credits / most) * 100}%` }}
          />
        ))}
      </div>
      <figcaption>
        <span>{first && describeDate(Date.parse(first.day))}</span>
        <span>{last && describeDate(Date.parse(last.day))}</span>
      </figcaption>
      <details>
        <summary>Show as a table</summary>
        <table className={table}>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Credits</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, credits }) => (
              <tr key={day}>
                <th scope="row">{describeDate(Date.parse(day))}</th>
                <td>{describeNumber(credits)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

interface PartTableProps {
  head: string;
  parts: readonly Readonly<UsePart>[];
  nameOf?: (key: string) => string | undefined;
}

function PartTable({ head, parts, nameOf }: PartTableProps): ReactNode {
  return (
    <table className={table}>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col">Credits</th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ key, name, credits }) => (
          <tr key={key}>
            <th scope="row">{nameOf?.(key) ?? name}</th>
            <td>{describeNumber(credits)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const quiet = css`
  color: var(--ph-text-2);
`;
const chart = css`
  display: grid;
  gap: 6px;
  margin: 0;
  & > div {
    display: flex;
    align-items: flex-end;
    gap: 2px;
    height: 140px;
    border-bottom: 1px solid var(--ph-line-2);
  }
  & > div > i {
    flex: 1;
    min-width: 1px;
    border-radius: 2px 2px 0 0;
    background: var(--ph-accent);
  }
  & > figcaption {
    display: flex;
    justify-content: space-between;
    font-size: var(--ph-text-xs);
    color: var(--ph-text-2);
  }
  & summary {
    width: fit-content;
    padding-block: 6px;
    font-size: var(--ph-text-s);
    cursor: pointer;
  }
`;
const tables = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 220px), 1fr));
  gap: 16px 32px;
  align-items: start;
`;
const table = css`
  width: 100%;
  border-collapse: collapse;
  font-size: var(--ph-text-s);
  & th,
  & td {
    padding: 7px 0;
    border-bottom: 1px solid var(--ph-line);
    font-weight: 400;
    text-align: start;
    overflow-wrap: anywhere;
  }
  & thead th {
    font-size: var(--ph-text-xs);
    color: var(--ph-text-2);
  }
  & td,
  & th + th {
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
`;
