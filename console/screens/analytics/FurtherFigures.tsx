import type { ReactNode } from "react";
import type { Dashboard } from "../../../shared/contract/analytics/analytics.ts";
import type { MeasureName } from "../../../shared/domain/measures.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { FigureTile, tileRow } from "../../parts/figures/FigureTile.tsx";
import { findBehind } from "./drill.ts";
import type { Behind } from "./drill.ts";
import { explainMissing } from "./filters.ts";
import { Parts } from "./Parts.tsx";

const further = [
  ...(["visitors", "messages", "leads", "sentiment", "badMood"] as const),
  ...(["uncitedAnswers", "notFound", "helpful", "slaMet"] as const),
] as const;
const times = [
  ["firstReplyTime", "p50"],
  ["firstReplyTime", "p95"],
  ["answerTime", "p50"],
  ["answerTime", "p95"],
  ["teamReplyTime", "p50"],
  ["resolutionTime", "p50"],
] as const;
const costs = [
  ...(["credits", "costPerResolved", "tokensIn", "tokensOut"] as const),
  ...(["toolRuns", "toolFailureRate", "workflowRuns", "workflowFailureRate"] as const),
] as const;

/** The figures below the chart: volume, times, costs, and the tables by part. */
export function FurtherFigures({ data, behind }: { data: Dashboard; behind: Behind }): ReactNode {
  const about = (measure: MeasureName) => ({
    ...{ measure, figures: data.figures, before: "vs. before", behind: findBehind(behind, measure) },
    missing: explainMissing(measure, behind.filters),
  });
  return (
    <>
      <Tiles title="Volume and quality">
        {further.map((measure) => (
          <FigureTile key={measure} {...about(measure)} />
        ))}
      </Tiles>
      <Tiles title="Response times">
        {times.map(([measure, aggregation]) => (
          <FigureTile key={measure + aggregation} {...about(measure)} aggregation={aggregation} />
        ))}
      </Tiles>
      <Tiles title="Cost and tools">
        {costs.map((measure) => (
          <FigureTile key={measure} {...about(measure)} />
        ))}
      </Tiles>
      <Parts data={data} behind={behind} />
    </>
  );
}

function Tiles({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section className={section} aria-label={title}>
      <h2>{title}</h2>
      <dl className={tileRow}>{children}</dl>
    </section>
  );
}

const section = css`
  display: grid;
  gap: 10px;
  & > h2 {
    font-size: 0.9375rem;
    font-weight: 600;
  }
`;
