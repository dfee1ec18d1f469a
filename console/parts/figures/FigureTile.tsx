import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Aggregation, MeasureName } from "../../../shared/domain/measures.ts";
import { measureOf } from "../../../shared/domain/measures.ts";
import type { Figure } from "../../../shared/contract/analytics/analytics.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { MeasureHint } from "./MeasureHint.tsx";
import { writeChange, writeFigure } from "./writeFigure.ts";

export interface FigureTileProps {
  figures: readonly Figure[];
  measure: MeasureName;
  aggregation?: Aggregation;
  /** Where what is behind it is shown, and what that is. */
  behind: { href: string; title: string } | null;
  /** Why there is no figure, where it is not for want of data. */
  missing?: string | undefined;
  /** What it is compared with. */
  before: string;
}

/** One figure with its change, what it means, and the way to what is behind it. */
export function FigureTile({
  figures,
  measure: name,
  aggregation,
  behind,
  missing,
  before,
}: FigureTileProps): ReactNode {
  const measure = measureOf(name);
  const found = figures.find(
    (one) => one.measure === name && (aggregation === undefined || one.aggregation === aggregation),
  );
  const value = writeFigure(measure.unit, found?.value);
  const change = found ? writeChange(measure.unit, found) : null;
  const isGood = change && measure.better && (measure.better === "more") === change.isMore;
  const tone = change && measure.better ? (isGood ? "good" : "bad") : "none";
  return (
    <div className={tile}>
      <dt>
        {measure.title}
        {aggregation && <small> {aggregation === "p50" ? "median" : aggregation}</small>}
        <MeasureHint measure={measure} />
      </dt>
      <dd>{behind && found?.value ? <BehindLink {...behind}>{value}</BehindLink> : <span>{value}</span>}</dd>
      <dd data-tone={tone}>
        {change
          ? `${change.text} ${before}`
          : found?.value === null
            ? (missing ?? "No data yet")
            : `Same ${before}`}
      </dd>
    </div>
  );
}

/** Further down on the same page the browser goes by itself. */
function BehindLink({
  href,
  title,
  children,
}: {
  href: string;
  title: string;
  children: ReactNode;
}): ReactNode {
  if (href.startsWith("#"))
    return (
      <a href={href} title={title}>
        {children}
      </a>
    );
  return (
    <Link href={href} title={title}>
      {children}
    </Link>
  );
}

const tile = css`
  /* Numbers of one row stand on one line, also where a title takes two. */
  display: grid;
  grid-template-rows: 1fr auto auto;
  gap: 2px;
  min-width: 0;
  padding: 14px 16px 12px;
  background: var(--ph-surface);
  & > dt {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & > dd {
    margin: 0;
  }
  & > dd:nth-of-type(1) {
    font-size: 1.5rem;
    font-weight: 620;
    letter-spacing: -0.02em;
    font-variant-numeric: tabular-nums;
  }
  & > dd:nth-of-type(2) {
    font-size: var(--ph-text-xs);
    color: var(--ph-text-2);
  }
  & > dd[data-tone="good"] {
    color: var(--ph-success-text);
  }
  & > dd[data-tone="bad"] {
    color: var(--ph-danger-text);
  }
  & a {
    color: inherit;
    text-decoration: underline;
    text-decoration-color: var(--ph-line-strong);
    text-decoration-thickness: 1px;
    text-underline-offset: 4px;
  }
  & a:hover {
    text-decoration-color: currentColor;
  }
`;

/** Tiles side by side, as many as there is room for. */
export const tileRow = css`
  display: flex;
  flex-wrap: wrap;
  gap: 1px;
  margin: 0;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-line);
  overflow: hidden;
  /* The last row is filled, whatever the width. */
  & > * {
    flex: 1 1 160px;
  }
  @media (max-width: 480px) {
    & > * {
      flex-basis: 40%;
    }
  }
`;
