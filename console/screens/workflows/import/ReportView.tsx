import type { ReactNode } from "react";
import type { ImportReport } from "../../../../shared/contract/workflows/imports.ts";
import { css } from "../../../../shared/ui/style/css.ts";

/** What became of each node of an imported file: first what is lost, then what changed. */
export function ReportView({ report }: { report: ImportReport }): ReactNode {
  const { taken, changed, leftOut } = report;
  return (
    <section className={frame} aria-label="Report">
      <p>
        {taken.length} taken · {changed.length} changed · {leftOut.length} left out
      </p>
      <ReportList title="Left out" parts={leftOut} />
      <ReportList title="Changed" parts={changed} />
      {taken.length > 0 && (
        <details>
          <summary>Imported unchanged</summary>
          <ul>
            {taken.map(({ name, type }, at) => (
              <li key={at}>
                <strong>{name}</strong> <small>{type}</small>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function ReportList({ title, parts }: { title: string; parts: ImportReport["changed"] }): ReactNode {
  if (parts.length === 0) return null;
  return (
    <div>
      <h3>{title}</h3>
      <ul>
        {parts.map(({ name, type, why }, at) => (
          <li key={at}>
            <strong>{name}</strong> <small>{type}</small>
            <span>{why}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 14px;
  min-width: 0;
  & > p {
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  & h3,
  & summary {
    margin-bottom: 6px;
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
    font-weight: 600;
  }
  & summary {
    width: fit-content;
    cursor: pointer;
  }
  & ul {
    display: grid;
    gap: 8px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  & li {
    overflow-wrap: anywhere;
  }
  & strong {
    font-weight: 550;
  }
  & small {
    color: var(--ph-text-3);
    font-size: var(--ph-text-xs);
  }
  & li > span {
    display: block;
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
  }
`;
