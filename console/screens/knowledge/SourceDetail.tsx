import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { SearchX } from "lucide-react";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { buttonClass } from "../../../shared/ui/Button.tsx";
import { Notice } from "../../../shared/ui/Notice.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { sourceKinds } from "../../../shared/domain/sourceKinds.ts";
import { Loaded } from "../../parts/Loaded.tsx";
import { Page } from "../../parts/Page.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import { dataSources, loadDataSources, readDataSource } from "../../state/knowledge/dataSources.ts";
import type { ShownSource } from "../../state/knowledge/dataSources.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import { drawn } from "../../state/platform/resource.ts";
import { sourceMarks } from "../../state/knowledge/sourceMarks.ts";
import { BackToSources } from "./BackToSources.tsx";
import { closed } from "./closed.ts";
import { describeSource } from "./describeSource.ts";
import { SourceDialog } from "./SourceDialog.tsx";
import type { SourceDialogName } from "./SourceDialog.tsx";
import { SourceMenu } from "./SourceMenu.tsx";
import type { SourcePlace } from "./sourcePlace.ts";
import { SourceProblem } from "./SourceProblem.tsx";
import { SourceTabs } from "./SourceTabs.tsx";
import { describeStatus, isRunning } from "./sourceWords.ts";
import { SyncProgress } from "./SyncProgress.tsx";
import { useConnectReturn } from "./connected/useConnectReturn.ts";
import { useSourceActions } from "./useSourceActions.ts";
import { describeCount } from "../../parts/describeNumber.ts";
import { UsedBy } from "./UsedBy.tsx";

/** One source: its state, its pages, its syncs. */
export default function SourceDetail({ place }: { place: SourcePlace }): ReactNode {
  const resource = useSnapshot(dataSources);
  const query = useQuery();
  const { orgId, agentId, sourceId } = place;
  const isListRead = resource.data?.agentId === agentId;
  const source = isListRead ? resource.data?.items.find(({ id }) => id === sourceId) : undefined;
  const isGone = useSnapshot(sourceMarks).sources[sourceId] === "gone";
  const [hasFailed, setHasFailed] = useState(false);

  // The list may be long: a source of a later page of it is read by itself.
  useEffect(() => {
    if (!isListRead || source) return;
    readDataSource({ orgId, agentId, sourceId }).catch(() => setHasFailed(true));
  }, [isListRead, source, orgId, agentId, sourceId]);

  if (source) return <Shown source={source} place={place} />;
  if (isGone || hasFailed) return <Gone href={query.link(closed)} />;
  return (
    <Page title={"\u00a0"} above={<BackToSources />}>
      <Loaded
        resource={{ ...resource, data: null }}
        skeleton={<Skeleton height="180px" />}
        needs="knowledge.read"
        onRetry={() => drawn(loadDataSources(place))}
      >
        {() => null}
      </Loaded>
    </Page>
  );
}

function Shown({ source, place }: { source: ShownSource; place: SourcePlace }): ReactNode {
  const actions = useSourceActions(place);
  useConnectReturn();
  const [open, setOpen] = useState<SourceDialogName | null>(null);
  const mayChange = mayDo("knowledge.update");
  const { label, tone } = describeStatus(source);
  const { counts, lastRun } = source;
  return (
    <Page
      title={source.name}
      above={<BackToSources />}
      subtitle={`${sourceKinds[source.config.kind].label} · ${describeSource(source)}`}
      actions={
        <>
          <Badge tone={tone} hasDot>
            {label}
          </Badge>
          {mayChange && (
            <SourceMenu
              source={source}
              actions={actions}
              onEdit={() => setOpen("edit")}
              onRemove={() => setOpen("remove")}
            />
          )}
        </>
      }
    >
      {lastRun && isRunning(lastRun) ? (
        <SyncProgress run={lastRun} />
      ) : (
        <p className={facts}>
          {[
            describeCount(counts.pages, "page"),
            describeCount(counts.passages, "passage"),
            describeCount(counts.characters, "character"),
          ].join(" · ")}
        </p>
      )}
      {source.usedBy && <UsedBy agents={source.usedBy} orgId={place.orgId} />}
      {source.restoredVersion !== null && (
        <p className={facts}>
          These are the pages of version {source.restoredVersion}. The next sync updates them and lists the
          changes.
        </p>
      )}
      <SourceProblem source={source} actions={mayChange ? actions : null} />
      <SourceTabs source={source} place={place} mayChange={mayChange} />
      <SourceDialog open={open} source={source} place={place} onClose={() => setOpen(null)} />
    </Page>
  );
}

function Gone({ href }: { href: string }): ReactNode {
  return (
    <Notice
      title="This data source no longer exists"
      icon={<SearchX size={20} aria-hidden />}
      action={
        <Link href={href} className={buttonClass("secondary")}>
          See all data sources
        </Link>
      }
    >
      It may have been deleted.
    </Notice>
  );
}

const facts = css`
  color: var(--ph-text-2);
  font-variant-numeric: tabular-nums;
`;
