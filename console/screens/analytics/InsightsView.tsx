import { Suspense, useEffect } from "react";
import type { ReactNode } from "react";
import { ChartColumn } from "lucide-react";
import { useSnapshot } from "valtio";
import type { Dashboard } from "../../../shared/contract/analytics/analytics.ts";
import type { MeasureName } from "../../../shared/domain/measures.ts";
import { EmptyState } from "../../../shared/ui/EmptyState.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { describeDay } from "../../parts/describeMoment.ts";
import { FigureTile, tileRow } from "../../parts/figures/FigureTile.tsx";
import { RealtimeStrip } from "../../parts/figures/RealtimeStrip.tsx";
import { lazy } from "../../parts/lazy.ts";
import { Loaded } from "../../parts/Loaded.tsx";
import { saveFile } from "../../parts/saveFile.ts";
import { useQuery } from "../../parts/useQuery.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import { insights, loadInsights, ofPlace } from "../../state/analytics/insights.ts";
import { copyShown } from "../../state/shell/copyShown.ts";
import { figuresBehind, linkBehind } from "./drill.ts";
import type { Behind } from "./drill.ts";
import { FilterBar } from "./FilterBar.tsx";
import { Hours } from "./Hours.tsx";
import { Outcomes } from "./Outcomes.tsx";
import { Parts } from "./Parts.tsx";
import { readPeriod } from "./period.ts";
import { writeInsightsCsv } from "./writeInsightsCsv.ts";

const TimeChart = lazy(() => import("./TimeChart.tsx"));
const Reports = lazy(() => import("./Reports.tsx"));
const Topics = lazy(() => import("./Topics.tsx"));
const Unanswered = lazy(() => import("./Unanswered.tsx"));

interface InsightsViewProps {
  orgId: string;
  /** Null for the organization. */
  agentId: string | null;
}

/** All figures of a period: what stands out first, then how it went over time, then what to look into. */
export function InsightsView({ orgId, agentId: pageAgent }: InsightsViewProps): ReactNode {
  const query = useQuery();
  const period = readPeriod(query.read);
  const { from, to } = period;
  const surface = query.read("surface");
  const agentId = pageAgent ?? (query.read("agent") || null);
  const wanted = { orgId, agentId, surface, from, to };
  useEffect(
    () => void loadInsights({ orgId, agentId, surface, from, to }),
    [orgId, agentId, surface, from, to],
  );
  const resource = useSnapshot(insights);
  const isOurs = resource.data?.of === ofPlace({ orgId, agentId });
  const data = isOurs ? resource.data : null;
  const hasFigures = data !== null && data.beginsAt !== null;
  const handleExport = () => {
    if (data) saveFile(`insights-${from}-${to}.csv`, writeInsightsCsv(copyShown(data)), "text/csv");
  };
  return (
    <>
      <RealtimeStrip orgId={orgId} agentId={agentId} />
      <FilterBar {...{ period, surface }} agentId={pageAgent} onExport={hasFigures ? handleExport : null} />
      <Suspense fallback={null}>
        <Reports {...{ orgId, pageAgent, period, surface }} />
      </Suspense>
      <Loaded
        resource={{ ...resource, data }}
        skeleton={<Skeleton height="520px" />}
        needs="analytics.read"
        failedTitle="The figures could not be read."
        onRetry={() => loadInsights(wanted)}
      >
        {(shown) =>
          shown.beginsAt === null ? (
            <EmptyState title="No figures yet" icon={<ChartColumn size={22} aria-hidden />}>
              Figures begin with the first conversation. Previews and tests don’t count.
            </EmptyState>
          ) : (
            <Figures data={copyShown(shown)} behind={wanted} />
          )
        }
      </Loaded>
    </>
  );
}

const headline = ["conversations", "automation", "resolutionRate", "handoffs", "satisfaction"] as const;
const further = ["visitors", "messages", "leads", "uncitedAnswers", "notFound", "helpful", "slaMet"] as const;
const times = [
  ["firstReplyTime", "p50"],
  ["firstReplyTime", "p95"],
  ["answerTime", "p50"],
  ["answerTime", "p95"],
  ["teamReplyTime", "p50"],
  ["resolutionTime", "p50"],
] as const;
const costs = ["credits", "costPerResolved", "tokensIn", "tokensOut", "toolRuns", "toolFailureRate"] as const;

function Figures({ data, behind }: { data: Dashboard; behind: Behind }): ReactNode {
  const { figures } = data;
  const before = "vs. before";
  const hrefOf = (measure: MeasureName) => {
    const counted = figuresBehind[measure];
    return counted ? (linkBehind(behind, counted) ?? "#agents") : null;
  };
  const begins = data.beginsAt ?? 0;
  const { orgId, agentId } = behind;
  return (
    <>
      {Date.parse(data.from) + 36e5 * 24 < begins && (
        <p className={note}>Figures begin on {describeDay(begins)}.</p>
      )}
      <dl className={tileRow} aria-label="Key figures">
        {headline.map((measure) => (
          <FigureTile key={measure} {...{ measure, figures, before }} href={hrefOf(measure)} />
        ))}
      </dl>
      <Suspense fallback={<Skeleton height="360px" />}>
        <TimeChart data={data} behind={behind} />
      </Suspense>
      <div className={columns}>
        <Outcomes data={data} behind={behind} />
        <Hours hours={data.hours} />
      </div>
      {agentId !== null && mayDo("evaluation.read") && (
        <Suspense fallback={<Skeleton height="200px" />}>
          <Unanswered place={{ orgId, agentId }} />
          <Topics place={{ orgId, agentId }} />
        </Suspense>
      )}
      <Tiles title="Volume and quality">
        {further.map((measure) => (
          <FigureTile key={measure} {...{ measure, figures, before }} href={hrefOf(measure)} />
        ))}
      </Tiles>
      <Tiles title="Response times">
        {times.map(([measure, aggregation]) => (
          <FigureTile
            key={measure + aggregation}
            {...{ measure, aggregation, figures, before }}
            href={hrefOf(measure)}
          />
        ))}
      </Tiles>
      <Tiles title="Cost and tools">
        {costs.map((measure) => (
          <FigureTile key={measure} {...{ measure, figures, before }} href={hrefOf(measure)} />
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

const columns = css`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  align-items: start;
  gap: 24px;
  @media (max-width: 1024px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;
const section = css`
  display: grid;
  gap: 10px;
  & > h2 {
    font-size: 0.9375rem;
    font-weight: 600;
  }
`;
const note = css`
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
`;
