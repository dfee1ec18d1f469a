import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { ArrowLeft, SearchX } from "lucide-react";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { buttonClass } from "../../../shared/ui/Button.tsx";
import { Notice } from "../../../shared/ui/Notice.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { Loaded } from "../../parts/Loaded.tsx";
import { Page } from "../../parts/Page.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import { dataSources, loadDataSources, readDataSource } from "../../state/dataSources.ts";
import type { ShownSource } from "../../state/dataSources.ts";
import { mayDo } from "../../state/organization.ts";
import type { AgentPlace } from "../../state/paths.ts";
import { closed } from "./closed.ts";
import { describeSource } from "./describeSource.ts";
import { EditSource } from "./EditSource.tsx";
import { RemoveSource } from "./RemoveSource.tsx";
import { SourceMenu } from "./SourceMenu.tsx";
import { SourceProblem } from "./SourceProblem.tsx";
import { SourceTabs } from "./SourceTabs.tsx";
import { describeCount, isRunning, kindNames, statusWords } from "./sourceWords.ts";
import { SyncProgress } from "./SyncProgress.tsx";
import { useSourceActions } from "./useSourceActions.ts";

export type SourcePlace = AgentPlace & { sourceId: string };

/** One source: its state, its pages, its syncs. */
export function SourceDetail({ place }: { place: SourcePlace }): ReactNode {
  const resource = useSnapshot(dataSources);
  const query = useQuery();
  const { orgId, agentId, sourceId } = place;
  const isListRead = resource.data?.agentId === agentId;
  const source = isListRead ? resource.data?.items.find(({ id }) => id === sourceId) : undefined;
  const [isGone, setIsGone] = useState(false);

  // The list may be long: a source of a later page of it is read by itself.
  useEffect(() => {
    if (!isListRead || source) return;
    readDataSource({ orgId, agentId, sourceId }).then(
      () => setIsGone(!dataSources.data?.items.some(({ id }) => id === sourceId)),
      () => setIsGone(true),
    );
  }, [isListRead, source, orgId, agentId, sourceId]);

  const back = (
    <Link href={query.link(closed)} className={backLink}>
      <ArrowLeft size={15} aria-hidden />
      Data sources
    </Link>
  );
  if (source) return <Shown source={source} place={place} back={back} />;
  if (isGone) return <Gone href={query.link(closed)} />;
  return (
    <Page title={"\u00a0"} above={back}>
      <Loaded
        resource={{ ...resource, data: null }}
        skeleton={<Skeleton height="180px" />}
        needs="knowledge.read"
        onRetry={() => loadDataSources(place)}
      >
        {() => null}
      </Loaded>
    </Page>
  );
}

function Shown({
  source,
  place,
  back,
}: {
  source: ShownSource;
  place: SourcePlace;
  back: ReactNode;
}): ReactNode {
  const actions = useSourceActions(place);
  const [open, setOpen] = useState<"edit" | "remove" | null>(null);
  const mayChange = mayDo("knowledge.update");
  const { label, tone } = statusWords[source.status];
  const { counts, lastRun } = source;
  const close = () => setOpen(null);
  return (
    <Page
      title={source.name}
      above={back}
      subtitle={`${kindNames[source.config.kind]} · ${describeSource(source)}`}
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
      <SourceProblem source={source} actions={mayChange ? actions : null} />
      <SourceTabs source={source} place={place} mayChange={mayChange} />
      {open === "edit" && <EditSource source={source} place={place} onClose={close} />}
      {open === "remove" && <RemoveSource source={source} place={place} onClose={close} />}
    </Page>
  );
}

function Gone({ href }: { href: string }): ReactNode {
  return (
    <Notice
      title="This data source does not exist, or not any more"
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

const backLink = css`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  width: fit-content;
  min-height: 24px;
  font-size: var(--ph-text-s);
  font-weight: 500;
  color: var(--ph-text-2);
  text-decoration: none;
  &:hover {
    color: var(--ph-text);
  }
`;
const facts = css`
  color: var(--ph-text-2);
  font-variant-numeric: tabular-nums;
`;
