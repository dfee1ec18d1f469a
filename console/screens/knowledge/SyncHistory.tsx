import { Suspense, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import type { SyncRun } from "../../../shared/contract/knowledge/knowledge.ts";
import { describeNumber } from "../../parts/describeNumber.ts";
import { describeDateTime } from "../../parts/describeMoment.ts";
import { formatDuration } from "../../../shared/format/duration.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css, cx } from "../../../shared/ui/style/css.ts";
import { framedList, rowLink } from "../../parts/framedList.ts";
import { Loaded } from "../../parts/Loaded.tsx";
import { Pager } from "../../parts/Pager.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import type { ShownSource } from "../../state/knowledge/dataSources.ts";
import { loadSyncHistory, syncHistory } from "../../state/knowledge/sourceDetail.ts";
import type { SourcePlace } from "./sourcePlace.ts";
import { runWords, triggerWords } from "./sourceWords.ts";
import { SyncSettings } from "./overlays.ts";
import { RunDetail } from "./views.ts";

interface SyncHistoryProps {
  source: ShownSource;
  place: SourcePlace;
  mayChange: boolean;
}

/** When a source is synced by itself, and its syncs so far, newest first; one of them open with its log. */
export function SyncHistory({ source, place, mayChange }: SyncHistoryProps): ReactNode {
  const resource = useSnapshot(syncHistory);
  const query = useQuery();
  const { orgId, agentId, sourceId } = place;
  const openId = query.read("run");
  const page = openId ? 1 : Math.max(1, Number(query.read("page")) || 1);
  const [tries, setTries] = useState(0);
  const progress = JSON.stringify(source.lastRun);

  useEffect(() => {
    void loadSyncHistory({ orgId, agentId, sourceId }, page);
  }, [orgId, agentId, sourceId, page, progress, tries]);

  return (
    <div className={frame}>
      <Suspense fallback={<Skeleton height="64px" />}>
        <SyncSettings source={source} place={place} mayChange={mayChange} />
      </Suspense>
      <Loaded
        resource={resource}
        skeleton={<Skeleton height="200px" />}
        needs="knowledge.read"
        onRetry={() => setTries(tries + 1)}
      >
        {(data) => (
          <>
            <ul className={framedList} aria-label="Syncs">
              {data.items.map((run) => (
                <li key={run.id}>
                  <RunLine
                    run={run}
                    isOpen={run.id === openId}
                    href={query.link({ ...ofRun, run: run.id === openId ? null : run.id })}
                  />
                  {run.id === openId && (
                    <Suspense fallback={<Skeleton height="120px" />}>
                      <RunDetail place={{ ...place, runId: run.id }} run={run} />
                    </Suspense>
                  )}
                </li>
              ))}
            </ul>
            {!openId && (
              <Pager page={data.page} linkTo={(to) => query.link({ page: to > 1 ? String(to) : null })} />
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

/** What the address says of the sync that is open. */
const ofRun = { part: null, kind: null, change: null, level: null, page: null };

interface RunLineProps {
  run: Snapshot<SyncRun>;
  isOpen: boolean;
  href: string;
}

function RunLine({ run, isOpen, href }: RunLineProps): ReactNode {
  const { label, tone } = runWords[run.status];
  const { added, changed, unchanged, removed, failed } = run.counts;
  const shown = Object.entries({ added, changed, unchanged, removed, failed }).filter(
    ([, count]) => count > 0,
  );
  const lastsMs = run.startedAt !== null && run.endedAt !== null ? run.endedAt - run.startedAt : null;
  return (
    <Link href={href} className={cx(rowLink, line)} aria-expanded={isOpen}>
      <Badge tone={tone} hasDot>
        {label}
      </Badge>
      <span>
        <strong>{describeDateTime(run.createdAt)}</strong>
        <small>
          {[triggerWords[run.trigger], lastsMs !== null && formatDuration(lastsMs)]
            .filter(Boolean)
            .join(" · ")}
        </small>
        {run.error && <small data-bad="">{run.error}</small>}
      </span>
      <small>
        {shown.map(([name, count]) => `${describeNumber(count)} ${name}`).join(" · ") || "no changes"}
      </small>
    </Link>
  );
}

const frame = css`
  display: grid;
  gap: 16px;
`;
const line = css`
  & > span:nth-child(2) {
    display: grid;
    flex: 1 1 200px;
  }
  & small[data-bad] {
    color: var(--ph-danger-text);
  }
`;
