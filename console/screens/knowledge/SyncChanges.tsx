import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import type { SyncChange } from "../../../shared/contract/knowledge/syncChanges.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { Button } from "../../../shared/ui/Button.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { describeNumber } from "../../parts/describeNumber.ts";
import { FilterLinks } from "../../parts/FilterLinks.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { Pager } from "../../parts/Pager.tsx";
import { TextDiff } from "../../parts/publish/TextDiff.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import { loadSyncChange, loadSyncChanges, syncChange, syncChanges } from "../../state/knowledge/syncRun.ts";
import type { RunPartProps } from "./runPartProps.ts";

const kinds: Record<SyncChange["kind"], { label: string; tone: "success" | "warning" | "danger" }> = {
  changed: { label: "Changed", tone: "warning" },
  removed: { label: "Removed", tone: "danger" },
  added: { label: "Added", tone: "success" },
};

/** The pages that one sync added, changed and removed; each opens with what it said before and after. */
export function SyncChanges({ place, run }: RunPartProps): ReactNode {
  const resource = useSnapshot(syncChanges);
  const query = useQuery();
  const { orgId, agentId, sourceId, runId } = place;
  const kind = readKind(query.read("kind"));
  const page = Math.max(1, Number(query.read("page")) || 1);
  const [tries, setTries] = useState(0);
  const [openId, setOpenId] = useState<string | null>(null);
  const progress = JSON.stringify([run.counts, run.status]);

  useEffect(() => {
    void loadSyncChanges({ orgId, agentId, sourceId, runId }, { kind, page });
  }, [orgId, agentId, sourceId, runId, kind, page, progress, tries]);

  return (
    <>
      <FilterLinks
        label="Kind of change"
        value={kind ?? ""}
        options={[
          { value: "", label: "All" },
          ...Object.entries(kinds).map(([value, { label }]) => ({ value, label })),
        ]}
        linkTo={(value) => query.link({ kind: value, page: null })}
      />
      <Loaded
        resource={resource}
        skeleton={<Skeleton height="120px" />}
        needs="knowledge.read"
        onRetry={() => setTries(tries + 1)}
      >
        {(data) => (
          <>
            {data.items.length === 0 && <p>{describeNone(run, kind)}</p>}
            <ul className={list} aria-label="Changes">
              {data.items.map((change) => (
                <li key={change.id}>
                  <Badge tone={kinds[change.kind].tone}>{kinds[change.kind].label}</Badge>
                  <span>
                    {change.title}
                    {change.url && <small>{change.url}</small>}
                  </span>
                  {change.answers > 0 && (
                    <Link href={query.link({ part: "answers", change: change.id, kind: null, page: null })}>
                      {describeNumber(change.answers)} {change.answers === 1 ? "answer" : "answers"}
                    </Link>
                  )}
                  {change.kind !== "added" && (
                    <Button
                      size="small"
                      kind="quiet"
                      aria-expanded={openId === change.id}
                      aria-label={`${openId === change.id ? "Hide changes" : "Show changes"} in ${change.title}`}
                      onClick={() => setOpenId(openId === change.id ? null : change.id)}
                    >
                      {openId === change.id ? "Hide changes" : "Show changes"}
                    </Button>
                  )}
                  {openId === change.id && <ChangeText change={change} place={place} />}
                </li>
              ))}
            </ul>
            <Pager page={data.page} linkTo={(to) => query.link({ page: to > 1 ? String(to) : null })} />
          </>
        )}
      </Loaded>
    </>
  );
}

/** Changes are kept for a while; the counts of a sync stay. */
function describeNone({ counts }: RunPartProps["run"], kind: SyncChange["kind"] | undefined): string {
  const { added, changed, removed } = counts;
  const total = kind ? counts[kind] : added + changed + removed;
  if (total > 0) return "These changes are no longer kept.";
  return kind ? `This sync ${kind} no pages.` : "This sync changed no pages.";
}

function ChangeText({
  change,
  place,
}: {
  change: Snapshot<SyncChange>;
  place: RunPartProps["place"];
}): ReactNode {
  const resource = useSnapshot(syncChange);
  const { orgId, agentId, sourceId, runId } = place;
  const { id: changeId } = change;
  const [tries, setTries] = useState(0);

  useEffect(() => {
    void loadSyncChange({ orgId, agentId, sourceId, runId, changeId });
  }, [orgId, agentId, sourceId, runId, changeId, tries]);

  return (
    <div className={text}>
      <Loaded
        resource={resource}
        skeleton={<Skeleton height="80px" />}
        needs="knowledge.read"
        onRetry={() => setTries(tries + 1)}
      >
        {({ data: { before, after, isWhole } }) =>
          (before ?? "") === (after ?? "") ? (
            <p>The text is the same. Only the title or order changed.</p>
          ) : (
            <>
              <TextDiff before={before ?? ""} after={after ?? ""} />
              {!isWhole && <p>Only the beginning is shown.</p>}
            </>
          )
        }
      </Loaded>
    </div>
  );
}

function readKind(value: string): SyncChange["kind"] | undefined {
  return value === "added" || value === "changed" || value === "removed" ? value : undefined;
}

const list = css`
  display: grid;
  margin: 0;
  padding: 0;
  list-style: none;
  font-size: var(--ph-text-s);
  & > li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 12px;
    min-height: 44px;
    padding: 4px 0;
  }
  & > li + li {
    border-top: 1px solid var(--ph-line);
  }
  & > li > :first-child {
    justify-content: center;
    min-width: 80px;
  }
  & > li > span:nth-child(2) {
    flex: 1 1 200px;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & small {
    display: block;
    font-size: var(--ph-text-xs);
    color: var(--ph-text-2);
  }
`;
const text = css`
  display: grid;
  flex: 1 0 100%;
  gap: 8px;
  min-width: 0;
  padding-bottom: 8px;
  & > p {
    color: var(--ph-text-2);
  }
  & > [role="group"] {
    border: 1px solid var(--ph-line);
    background: var(--ph-surface);
  }
`;
