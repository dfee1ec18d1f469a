import { useState } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { describeDateTime } from "../../parts/describeMoment.ts";
import { formatRelativeTime } from "../../../shared/format/relativeTime.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { sourceKinds } from "../../../shared/domain/sourceKinds.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useNow } from "../../parts/useNow.ts";
import { useQuery } from "../../parts/useQuery.ts";
import { rowMark } from "../../parts/walkRows.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { audienceWords } from "./audienceWords.ts";
import { describeSource } from "./describeSource.ts";
import { SourceDialog } from "./SourceDialog.tsx";
import type { SourceDialogName } from "./SourceDialog.tsx";
import { SourceIcon } from "./SourceIcon.tsx";
import { SourceMenu } from "./SourceMenu.tsx";
import { SourceProblem } from "./SourceProblem.tsx";
import { describeStatus, isRunning } from "./sourceWords.ts";
import { SyncProgress } from "./SyncProgress.tsx";
import { useSourceActions } from "./useSourceActions.ts";
import type { ShownSource } from "../../state/knowledge/dataSources.ts";
import { describeCount } from "../../parts/describeNumber.ts";

interface SourceRowProps {
  source: ShownSource;
  place: AgentPlace;
  mayChange: boolean;
}

/** One source: what it is, how its sync goes, what came of it, and what can be done with it. */
export function SourceRow({ source, place, mayChange }: SourceRowProps): ReactNode {
  const query = useQuery();
  const now = useNow();
  const actions = useSourceActions({ ...place, sourceId: source.id });
  const [open, setOpen] = useState<SourceDialogName | null>(null);
  const { label, tone } = describeStatus(source);
  const { lastRun, counts, lastSyncedAt } = source;
  return (
    <li className={row}>
      <SourceIcon kind={source.config.kind} />
      <div className={name}>
        <Link href={query.link({ source: source.id })} {...{ [rowMark]: "" }}>
          {source.name}
        </Link>
        <p>
          {sourceKinds[source.config.kind].label} ·{" "}
          {source.usedBy && `${describeUse(source.usedBy.length)} · `}
          {source.audience !== undefined &&
            source.audience !== "everyone" &&
            `${audienceWords[source.audience].toLowerCase()} · `}
          {describeSource(source)}
        </p>
      </div>
      <div className={state}>
        <Badge tone={tone} hasDot>
          {label}
        </Badge>
        {lastSyncedAt !== null && !isRunning(lastRun) && (
          <time dateTime={new Date(lastSyncedAt).toISOString()} title={describeDateTime(lastSyncedAt)}>
            {formatRelativeTime(lastSyncedAt, now)}
          </time>
        )}
      </div>
      <p className={numbers}>
        <span>{describeCount(counts.pages, "page")}</span>
        {counts.pages > 0 && <span>{describeCount(counts.passages, "passage")}</span>}
        {counts.pages > 0 && <span>{describeCount(counts.characters, "character")}</span>}
      </p>
      {mayChange && (
        <div className={menu}>
          <SourceMenu
            source={source}
            actions={actions}
            onEdit={() => setOpen("edit")}
            onRemove={() => setOpen("remove")}
          />
        </div>
      )}
      {lastRun && isRunning(lastRun) && (
        <div className={below}>
          <SyncProgress run={lastRun} />
        </div>
      )}
      <SourceProblem source={source} className={below} actions={mayChange ? actions : null} />
      {actions.error && (
        <div className={below}>
          <ErrorNotice error={actions.error} />
        </div>
      )}
      <SourceDialog open={open} source={source} place={place} onClose={() => setOpen(null)} />
    </li>
  );
}

function describeUse(agents: number): string {
  return agents === 0 ? "not used yet" : `used by ${describeCount(agents, "agent")}`;
}

const row = css`
  display: grid;
  grid-template-columns: 36px minmax(0, 1fr) 180px 150px 40px;
  grid-template-areas: "icon name state numbers menu" ". below below below below";
  align-items: center;
  gap: 0 16px;
  padding: 14px 12px 14px 20px;
  @media (max-width: 900px) {
    grid-template-columns: 36px minmax(0, 1fr) 40px;
    grid-template-areas: "icon name menu" ". state state" ". numbers numbers" ". below below";
    align-items: start;
    padding-inline: 14px 6px;
    column-gap: 12px;
  }
`;
const name = css`
  grid-area: name;
  min-width: 0;
  & > a {
    color: var(--ph-text);
    font-weight: 600;
    text-decoration: none;
    overflow-wrap: anywhere;
  }
  & > a:hover {
    text-decoration: underline;
  }
  & > p {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
`;
const state = css`
  grid-area: state;
  display: grid;
  justify-items: start;
  gap: 3px;
  & > time {
    padding-inline-start: 9px;
    font-size: var(--ph-text-xs);
    color: var(--ph-text-2);
  }
  @media (max-width: 900px) {
    display: flex;
    align-items: center;
    margin-top: 8px;
  }
`;
const numbers = css`
  grid-area: numbers;
  display: grid;
  font-size: var(--ph-text-xs);
  line-height: 1.45;
  color: var(--ph-text-2);
  font-variant-numeric: tabular-nums;
  & > span:first-child {
    font-size: var(--ph-text-s);
    color: var(--ph-text);
  }
  @media (max-width: 900px) {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 10px;
    margin-top: 6px;
  }
`;
const menu = css`
  grid-area: menu;
`;
const below = css`
  grid-column: 2 / -1;
  margin-top: 10px;
  padding-inline-end: 8px;
`;
