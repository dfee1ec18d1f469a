import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import type { SyncLog } from "../../../shared/contract/knowledge/knowledge.ts";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { FilterLinks } from "../../parts/FilterLinks.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { Pager } from "../../parts/Pager.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import { loadSyncLogs, syncLogs } from "../../state/knowledge/syncRun.ts";
import type { RunPartProps } from "./runPartProps.ts";

/** What happened in one sync, page by page. */
export function SyncLogs({ place, run }: RunPartProps): ReactNode {
  const resource = useSnapshot(syncLogs);
  const query = useQuery();
  const { orgId, agentId, sourceId, runId } = place;
  const level = readLevel(query.read("level"));
  const page = Math.max(1, Number(query.read("page")) || 1);
  const [tries, setTries] = useState(0);
  const progress = JSON.stringify([run.counts, run.status]);

  useEffect(() => {
    void loadSyncLogs({ orgId, agentId, sourceId, runId }, { level, page });
  }, [orgId, agentId, sourceId, runId, level, page, progress, tries]);

  return (
    <>
      <FilterLinks
        label="Level"
        value={level ?? ""}
        options={[
          { value: "", label: "All" },
          { value: "info", label: "Info" },
          { value: "warning", label: "Warnings" },
          { value: "error", label: "Errors" },
        ]}
        linkTo={(value) => query.link({ level: value, page: null })}
      />
      <Loaded
        resource={resource}
        skeleton={<Skeleton height="120px" />}
        needs="knowledge.read"
        onRetry={() => setTries(tries + 1)}
      >
        {(data) => (
          <>
            {data.items.length === 0 && <p>No lines{level ? " of this level" : " yet"}.</p>}
            <ol className={lines}>
              {data.items.map((log) => (
                <LogLine key={log.id} log={log} />
              ))}
            </ol>
            <Pager page={data.page} linkTo={(to) => query.link({ page: to > 1 ? String(to) : null })} />
          </>
        )}
      </Loaded>
    </>
  );
}

function LogLine({ log }: { log: Snapshot<SyncLog> }): ReactNode {
  const time = new Date(log.at).toLocaleTimeString(undefined, { hour12: false });
  return (
    <li data-level={log.level}>
      <time dateTime={new Date(log.at).toISOString()}>{time}</time>
      <b>{log.level === "info" ? log.step : `${log.level}, ${log.step}`}</b>
      <span>
        {log.message}
        {log.page && <small>{log.page}</small>}
      </span>
    </li>
  );
}

function readLevel(text: string): SyncLog["level"] | undefined {
  return text === "info" || text === "warning" || text === "error" ? text : undefined;
}

const lines = css`
  display: grid;
  margin: 0;
  padding: 0;
  list-style: none;
  font-size: var(--ph-text-xs);
  & > li {
    display: grid;
    grid-template-columns: 64px 110px minmax(0, 1fr);
    gap: 2px 12px;
    padding: 4px 0;
    overflow-wrap: anywhere;
  }
  & time,
  & b {
    font-weight: 500;
    color: var(--ph-text-2);
    font-variant-numeric: tabular-nums;
  }
  & small {
    display: block;
    font-size: inherit;
    color: var(--ph-text-2);
  }
  & > [data-level="error"] > b {
    color: var(--ph-danger-text);
    font-weight: 600;
  }
  & > [data-level="warning"] > b {
    color: var(--ph-warning-text);
    font-weight: 600;
  }
  @media (max-width: 640px) {
    & > li {
      grid-template-columns: auto 1fr;
    }
    & > li > span {
      grid-column: 1 / -1;
    }
  }
`;
