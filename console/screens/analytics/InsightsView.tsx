import { Suspense, useCallback, useEffect } from "react";
import type { ReactNode } from "react";
import { ChartColumn } from "lucide-react";
import { useSnapshot } from "valtio";
import type { Dashboard } from "../../../shared/contract/analytics/analytics.ts";
import { findUnknownFilter } from "../../../shared/domain/measures.ts";
import type { FigureFilters, MeasureName } from "../../../shared/domain/measures.ts";
import { EmptyState } from "../../../shared/ui/EmptyState.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { describeDay } from "../../parts/describeMoment.ts";
import { FigureTile, tileRow } from "../../parts/figures/FigureTile.tsx";
import { RealtimeStrip } from "../../parts/figures/RealtimeStrip.tsx";
import DemoNotice from "../../parts/demo/DemoNotice.tsx";
import DemoOffer from "../../parts/demo/DemoOffer.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import { insights, loadInsights, loadRealtime, ofPlace } from "../../state/analytics/insights.ts";
import { navigate } from "../../state/shell/navigation.ts";
import { paths } from "../../state/shell/paths.ts";
import { copyShown } from "../../state/shell/copyShown.ts";
import { findBehind } from "./drill.ts";
import type { Behind } from "./drill.ts";
import { FilterBar } from "./FilterBar.tsx";
import { explainMissing, filterTitles, readFilters } from "./filters.ts";
import { Funnel } from "./Funnel.tsx";
import { Hours } from "./Hours.tsx";
import { Outcomes } from "./Outcomes.tsx";
import { readPeriod } from "./period.ts";
import { FurtherFigures, Reports, TimeChart, Topics, Unanswered } from "./charts.ts";

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
  const filters = readFilters(query.read);
  const filterKey = JSON.stringify(filters);
  const agentId = pageAgent ?? (query.read("agent") || null);
  const wanted = { orgId, agentId, filters, from, to };
  const load = useCallback(() => {
    const asked = JSON.parse(filterKey) as FigureFilters; // written above
    void loadInsights({ orgId, agentId, filters: asked, from, to });
  }, [orgId, agentId, filterKey, from, to]);
  useEffect(load, [load]);
  /** After the demo came or went: today's numbers changed too. */
  const reload = () => {
    load();
    void loadRealtime({ orgId, agentId });
  };
  const resource = useSnapshot(insights);
  const isOurs = resource.data?.of === ofPlace({ orgId, agentId });
  const data = isOurs ? resource.data : null;
  const hasFigures = data !== null && data.beginsAt !== null;
  // The page of an agent that is gone shows nothing.
  const leave = () => navigate(paths.insights(orgId));
  const handleExport = () => {
    if (data) void saveCsv(copyShown(data), filters);
  };
  return (
    <>
      <Suspense fallback={null}>
        <DemoNotice orgId={orgId} agentId={pageAgent} onRemoved={pageAgent === null ? reload : leave} />
      </Suspense>
      <RealtimeStrip orgId={orgId} agentId={agentId} />
      <FilterBar
        {...{ period, filters }}
        choices={data ? copyShown(data.choices) : undefined}
        agentId={pageAgent}
        onExport={hasFigures ? handleExport : null}
      >
        <Suspense fallback={null}>
          <Reports {...{ orgId, pageAgent, period, filters }} />
        </Suspense>
      </FilterBar>
      <Loaded
        resource={{ ...resource, data }}
        skeleton={<Skeleton height="520px" />}
        needs="analytics.read"
        failedTitle="The figures could not be read."
        onRetry={() => loadInsights(wanted)}
      >
        {(shown) =>
          shown.beginsAt === null ? (
            <EmptyState
              title="No figures yet"
              icon={<ChartColumn size={22} aria-hidden />}
              action={
                pageAgent === null && (
                  <Suspense fallback={null}>
                    <DemoOffer orgId={orgId} onDone={reload} />
                  </Suspense>
                )
              }
            >
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

async function saveCsv(data: Dashboard, filters: FigureFilters): Promise<void> {
  const { saveInsightsCsv } = await import("./saveInsightsCsv.ts");
  saveInsightsCsv(data, filters);
}

const headline = ["conversations", "automation", "resolutionRate", "handoffs", "satisfaction"] as const;
function Figures({ data, behind }: { data: Dashboard; behind: Behind }): ReactNode {
  const { figures } = data;
  const before = "vs. before";
  const about = (measure: MeasureName) => ({
    ...{ measure, figures, before, behind: findBehind(behind, measure) },
    missing: explainMissing(measure, behind.filters),
  });
  const unknown = findUnknownFilter("conversations", behind.filters);
  const begins = data.beginsAt ?? 0;
  return (
    <>
      {Date.parse(data.from) + 36e5 * 24 < begins && (
        <p className={note}>Figures begin on {describeDay(begins)}.</p>
      )}
      <dl className={tileRow} aria-label="Key figures">
        {headline.map((measure) => (
          <FigureTile key={measure} {...about(measure)} />
        ))}
      </dl>
      {unknown ? (
        <p className={note} role="status">
          Conversations can’t be split by {filterTitles[unknown].toLowerCase()}, because one can have answers
          from several. Figures of answers, tools and sources are shown.
        </p>
      ) : (
        <>
          <Suspense fallback={<Skeleton height="360px" />}>
            <TimeChart data={data} behind={behind} />
          </Suspense>
          <div className={columns}>
            <Funnel figures={figures} behind={behind} />
            <Outcomes data={data} behind={behind} />
          </div>
          <Hours hours={data.hours} />
        </>
      )}
      {mayDo("evaluation.read") && (
        <Suspense fallback={<Skeleton height="200px" />}>
          <Unanswered behind={behind} />
          <Topics behind={behind} />
        </Suspense>
      )}
      <Suspense fallback={<Skeleton height="400px" />}>
        <FurtherFigures data={data} behind={behind} />
      </Suspense>
    </>
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
const note = css`
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
`;
