import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import { Plus } from "lucide-react";
import { useSnapshot } from "valtio";
import { Badge } from "../../../../shared/ui/Badge.tsx";
import { Button } from "../../../../shared/ui/Button.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../../../shared/ui/style/visuallyHidden.ts";
import { Loaded } from "../../../parts/Loaded.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { useQuery } from "../../../parts/useQuery.ts";
import { allAgents } from "../../../state/shell/paths.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { queues } from "../../../../shared/domain/queues.ts";
import {
  loadMoreThreads,
  loadThreads,
  nameList,
  threads,
} from "../../../state/conversations/threads/threads.ts";
import type { ThreadView } from "../../../state/conversations/threads/threads.ts";
import { filterNames } from "./filters.ts";
import { useListFilters } from "./useListFilters.ts";
import { QueueChooser } from "./QueueChooser.tsx";
import { ThreadRow } from "./ThreadRow.tsx";
import { MoreThreads } from "./MoreThreads.tsx";
import { ListSkeleton } from "./ListSkeleton.tsx";
import {
  AboveList,
  LayoutSwitch,
  ListFoot,
  ListLinks,
  ListSearch,
  SelectSwitch,
  Views,
} from "./aroundList.ts";
import { FoundThreads, TableSettings, ThreadTable } from "./otherLists.ts";
import { ThreadListEmpty } from "./ThreadListEmpty.tsx";

/** As the chooser shows them: all of them is where everybody begins. */
const listed = ["all", ...queues.filter((queue) => queue !== "all")] as const;

interface ThreadListProps {
  place: AgentPlace;
  view: ThreadView;
  openId: string | undefined;
  /** A row each, with columns, in place of the list. */
  isTable: boolean;
}

/** The conversations of a queue, latest activity first. */
export function ThreadList({ place, view, openId, isTable }: ThreadListProps): ReactNode {
  const resource = useSnapshot(threads);
  const [showsFilters, setShowsFilters] = useState(false);
  const query = useQuery();
  const search = query.read("q").trim();
  const more = useAction(() => loadMoreThreads({ ...place, view }));
  const isOurs = resource.data?.of === nameList({ ...place, view });
  const data = isOurs ? resource.data : null;
  const counted = useListFilters(place);
  const counts = counted?.queues;
  // Without an SLA nothing is ever due.
  const shown = listed.filter(
    (queue) =>
      (queue !== "due" && queue !== "approvals") || view.queue === queue || (counts?.[queue] ?? 0) > 0,
  );
  // A decision about many conversations, and a view's columns, are one agent's.
  const isOfAll = place.agentId === allAgents;
  const narrowing = filterNames.filter((name) => query.read(name)).length;
  // Of the whole inbox, as the browser's tab says it: the list has a part of it.
  const unread = counted?.unread ?? 0;
  return (
    <section className={frame} aria-label="Conversations" data-table={isTable ? "" : undefined}>
      <header>
        <div data-tools="">
          <h2>
            Conversations{" "}
            {unread > 0 && (
              <Badge tone="accent">
                {unread}
                <span className={visuallyHidden}> unread</span>
              </Badge>
            )}
          </h2>
          <div>
            <Suspense>
              <ListLinks place={place} />
            </Suspense>
          </div>
        </div>
        <div data-tools="">
          <Suspense>
            <ListSearch />
            {!isOfAll && <SelectSwitch />}
            {isTable && <TableSettings />}
          </Suspense>
          {!isOfAll && (
            <Suspense>
              <LayoutSwitch place={place} isTable={isTable} />
            </Suspense>
          )}
        </div>
        <div data-view="">
          <QueueChooser
            value={view.queue}
            options={shown}
            counts={counts}
            linkTo={(value) => query.link({ queue: value === "all" ? null : value, why: null })}
          />
          <Button
            kind="quiet"
            size="small"
            icon={<Plus size={15} aria-hidden />}
            aria-label={narrowing > 0 ? `Filter and sort, ${narrowing} set` : "Filter and sort"}
            aria-expanded={showsFilters}
            onClick={() => setShowsFilters(!showsFilters)}
          >
            Filter
          </Button>
        </div>
        <Suspense>
          <Views {...{ place, view, showsFilters, isTable }} isListAlone={openId === undefined} />
        </Suspense>
        <Suspense>
          <AboveList place={place} />
        </Suspense>
      </header>
      <div data-fixed={isTable && !search ? "" : undefined}>
        {search ? (
          <Suspense fallback={<ListSkeleton />}>
            <FoundThreads place={place} view={view} search={search} openId={openId} />
          </Suspense>
        ) : isTable ? (
          <Suspense>
            <ThreadTable place={place} view={view} openId={openId} />
          </Suspense>
        ) : (
          <Loaded
            resource={{ ...resource, data }}
            skeleton={<ListSkeleton />}
            needs="conversations.read"
            onRetry={() => loadThreads({ ...place, view })}
          >
            {({ items, total }) =>
              items.length === 0 ? (
                <ThreadListEmpty place={place} view={view} />
              ) : (
                <>
                  <ul>
                    {items.map((thread) => (
                      <ThreadRow
                        key={thread.id}
                        thread={thread}
                        place={place}
                        isOpen={thread.id === openId}
                      />
                    ))}
                  </ul>
                  <MoreThreads reading={more} isMore={items.length < total} />
                </>
              )
            }
          </Loaded>
        )}
      </div>
      <Suspense>
        <ListFoot place={place} view={view} isTable={isTable} />
      </Suspense>
    </section>
  );
}

const frame = css`
  container: list / inline-size;
  display: grid;
  grid-template: auto minmax(0, 1fr) auto / minmax(0, 1fr);
  min-width: 0;
  min-height: 0;
  @media (min-width: 769px) {
    border-inline-end: 1px solid var(--ph-line);
  }
  & > header {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 10px;
    padding: 14px 16px 12px;
    border-bottom: 1px solid var(--ph-line);
  }
  & > header > [data-tools] {
    display: flex;
    align-items: center;
    min-height: 40px;
  }
  & [data-tools] > label {
    flex: 1;
  }
  & [data-tools] > span {
    flex: 1;
    min-width: 0;
  }
  & h2 {
    display: flex;
    flex: 1;
    align-items: center;
    gap: 10px;
    font-size: 1.125rem;
    font-weight: 620;
    letter-spacing: -0.01em;
  }
  & [data-tools] > button {
    position: relative;
    margin-inline-start: auto;
  }
  & > header > [data-view] {
    display: flex;
    align-items: center;
    gap: 4px;
  }
  & > div {
    overflow-y: auto;
  }
  /* The table moves within, so that its head and its foot stay. */
  & > [data-fixed] {
    overflow: hidden;
  }
  /* There is room for both lines of the head beside each other. */
  @container list (min-width: 641px) {
    & > header {
      grid-template-columns: auto minmax(0, 1fr);
    }
    & [data-tools] + [data-tools] {
      justify-content: flex-end;
    }
    & [data-tools] > button {
      margin: 0;
    }
    & [data-tools] > span {
      max-width: 320px;
    }
    & > header > :not([data-tools]) {
      grid-column: 1 / -1;
    }
  }
  & > div > [role="alert"] {
    margin: 12px;
  }
  & > div > button {
    width: calc(100% - 24px);
    margin: 8px 12px 16px;
  }
  & ul {
    margin: 0;
    padding: 6px;
    list-style: none;
  }
`;
