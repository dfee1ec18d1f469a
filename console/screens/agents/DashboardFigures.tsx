import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { css } from "../../../shared/ui/style/css.ts";
import { FigureTile, tileRow } from "../../parts/figures/FigureTile.tsx";
import { RealtimeStrip } from "../../parts/figures/RealtimeStrip.tsx";
import { lastWeek, loadLastWeek } from "../../state/analytics/insights.ts";
import { paths } from "../../state/shell/paths.ts";

const shown = ["conversations", "automation", "handoffs", "satisfaction"] as const;

/** What happens now in the organization, and how its last seven days went. Nothing where nobody has written yet. */
export function DashboardFigures({ orgId }: { orgId: string }): ReactNode {
  useEffect(() => void loadLastWeek(orgId), [orgId]);
  const { data } = useSnapshot(lastWeek);
  if (data?.of !== orgId || data.beginsAt === null) return null;
  const href = `${paths.insights(orgId)}?range=7d`;
  return (
    <div className={frame}>
      <RealtimeStrip orgId={orgId} agentId={null} />
      <section aria-label="Last 7 days">
        <header>
          <h2>Last 7 days</h2>
          <Link href={href}>Show insights</Link>
        </header>
        <dl className={tileRow}>
          {shown.map((measure) => (
            <FigureTile
              key={measure}
              measure={measure}
              figures={data.figures}
              behind={{ href, title: "Show insights" }}
              before="vs. before"
            />
          ))}
        </dl>
      </section>
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 16px;
  & header {
    display: flex;
    justify-content: space-between;
    gap: 12px;
    margin-bottom: 8px;
    font-size: var(--ph-text-s);
  }
  & header > h2 {
    font-size: var(--ph-text-s);
    font-weight: 600;
  }
`;
