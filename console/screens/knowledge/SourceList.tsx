import { Suspense } from "react";
import type { ComponentType, ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { Plus } from "lucide-react";
import { organizationItself } from "../../../shared/domain/sharedSources.ts";
import { Button, buttonClass } from "../../../shared/ui/Button.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { Loaded } from "../../parts/Loaded.tsx";
import type { PageProps } from "../../parts/Page.tsx";
import { useAction } from "../../parts/useAction.ts";
import { useQuery } from "../../parts/useQuery.ts";
import { dataSources, loadDataSources, loadMoreDataSources } from "../../state/knowledge/dataSources.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { drawn } from "../../state/platform/resource.ts";
import { SourceRow } from "./SourceRow.tsx";
import { SourcesEmpty } from "./SourcesEmpty.tsx";
import { describeCount } from "../../parts/describeNumber.ts";
import { AddSource } from "./overlays.ts";
import { UsageMeter } from "./UsageMeter.tsx";
import { SharedSection } from "./SharedSection.tsx";
import { ZoneLine } from "./ZoneLine.tsx";

export interface SourceListProps {
  place: AgentPlace;
  /** What stands around the list: an agent's tab, or a part of the account. */
  frame: ComponentType<Omit<PageProps, "above">>;
}

/** All sources of an agent, or of the organization itself, with their state, and the way to add one. */
export function SourceList({ place, frame: Frame }: SourceListProps): ReactNode {
  const resource = useSnapshot(dataSources);
  const query = useQuery();
  const more = useAction(() => loadMoreDataSources(place));
  const mayChange = mayDo("knowledge.update");
  const isOurs = resource.data?.agentId === place.agentId;
  const items = isOurs ? (resource.data?.items ?? []) : [];
  const isShared = place.agentId === organizationItself;
  return (
    <Frame
      title="Data sources"
      subtitle={
        items.length > 0
          ? describeTotals(items)
          : isShared
            ? "Shared by several agents. Each agent chooses which ones it uses."
            : "The agent answers from these and cites them."
      }
      actions={
        items.length > 0 && (
          <>
            {!isShared && (
              <Link href={query.link({ hygiene: "like" })} className={buttonClass("secondary")}>
                Duplicates and stale pages
              </Link>
            )}
            {mayChange && (
              <Link href={query.link({ add: "website" })} className={buttonClass("primary")}>
                <Plus size={17} aria-hidden />
                Add data source
              </Link>
            )}
          </>
        )
      }
    >
      {items.length > 0 && (
        <UsageMeter place={place} changed={items.map(({ counts }) => counts.characters).join(" ")} />
      )}
      <Loaded
        resource={isOurs ? resource : { ...resource, data: null }}
        skeleton={<ListSkeleton />}
        needs="knowledge.read"
        onRetry={() => drawn(loadDataSources(place))}
      >
        {(data) =>
          data.items.length === 0 ? (
            <SourcesEmpty place={place} mayChange={mayChange} />
          ) : (
            <ul className={list} aria-label="Data sources">
              {data.items.map((source) => (
                <SourceRow key={source.id} source={source} place={place} mayChange={mayChange} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isOurs && items.length < (resource.data?.total ?? 0) && (
        <Button isBusy={more.isBusy} onClick={() => more.run()}>
          Show more
        </Button>
      )}
      {!isShared && resource.data && (
        <>
          <SharedSection place={place} mayChange={mayChange} />
          <ZoneLine place={place} />
        </>
      )}
      {mayChange && query.read("add") && (
        <Suspense fallback={null}>
          <AddSource place={place} />
        </Suspense>
      )}
    </Frame>
  );
}

interface Counted {
  counts: { pages: number; characters: number };
}

function describeTotals(items: readonly Counted[]): string {
  const pages = items.reduce((sum, { counts }) => sum + counts.pages, 0);
  const characters = items.reduce((sum, { counts }) => sum + counts.characters, 0);
  return [
    describeCount(items.length, "source"),
    describeCount(pages, "page"),
    describeCount(characters, "character"),
  ].join(" · ");
}

function ListSkeleton(): ReactNode {
  return (
    <div className={list}>
      {[0, 1, 2].map((row) => (
        <div key={row} className={shape}>
          <Skeleton width="36px" height="36px" />
          <div>
            <Skeleton width="38%" height="14px" />
            <Skeleton width="60%" height="12px" />
          </div>
        </div>
      ))}
    </div>
  );
}

const list = css`
  display: grid;
  margin: 0;
  padding: 0;
  list-style: none;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-surface);
  & > * + * {
    border-top: 1px solid var(--ph-line);
  }
`;
const shape = css`
  display: flex;
  gap: 14px;
  padding: 16px 20px;
  & > div {
    display: grid;
    flex: 1;
    gap: 8px;
  }
`;
