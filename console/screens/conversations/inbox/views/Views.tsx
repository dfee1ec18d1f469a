import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { useSnapshot } from "valtio";
import { BookmarkPlus } from "lucide-react";
import type { ThreadView as SavedView } from "../../../../../shared/contract/conversations/inbox/threadViews.ts";
import { Button } from "../../../../../shared/ui/Button.tsx";
import { css } from "../../../../../shared/ui/style/css.ts";
import { showToast } from "../../../../../shared/ui/toasts.ts";
import { ErrorNotice } from "../../../../parts/ErrorNotice.tsx";
import { FilterLinks } from "../../../../parts/FilterLinks.tsx";
import { RowMenu } from "../../../../parts/RowMenu.tsx";
import { useAction } from "../../../../parts/useAction.ts";
import { useKeptFocus } from "../../../../parts/useKeptFocus.ts";
import { useQuery } from "../../../../parts/useQuery.ts";
import { inboxFilters } from "../../../../state/conversations/inbox/inboxFilters.ts";
import { allAgents } from "../../../../state/shell/paths.ts";
import type { AgentPlace } from "../../../../state/shell/paths.ts";
import {
  changeView,
  chooseStartView,
  removeView,
  saveView,
} from "../../../../state/conversations/inbox/threadViews.ts";
import type { ThreadView } from "../../../../state/conversations/threads/threads.ts";
import { filterNames } from "../filters.ts";
import { FilterChips } from "../FilterChips.tsx";
import { OfVisitor } from "../OfVisitor.tsx";
import { useViewTable } from "../table/useViewTable.ts";
import { listViewActions } from "./listViewActions.tsx";
import { useStartView } from "./useStartView.ts";
import { readViewFilter, viewQuery } from "./viewFilter.ts";
import { readLocationPath } from "../../../../../shared/client/basePath.ts";
import { OfFigure, ViewDialogs, ViewFields, loadOverlays } from "../overlays.ts";

type Asked = "save" | "edit" | "remove";

interface ViewsProps {
  place: AgentPlace;
  view: ThreadView;
  /** No conversation is open beside the list. */
  isListAlone: boolean;
  /** The fields by which the list is narrowed are open. */
  showsFilters: boolean;
  isTable: boolean;
}

/** The views that somebody has, what can be done with the one that is open or with the filters, and the filters. */
export function Views({ place, view, isListAlone, showsFilters, isTable }: ViewsProps): ReactNode {
  const { data } = useSnapshot(inboxFilters);
  const query = useQuery();
  const kept = useKeptFocus<HTMLDivElement>();
  const [asked, setAsked] = useState<Asked | null>(null);
  const mine = data?.agentId === place.agentId ? data : null;
  const views = mine?.views ?? [];
  const open = views.find(({ id }) => id === query.read("view"));
  const shown = readViewFilter(query.read);
  const own = useViewTable(open);
  const table = isTable ? own.table : undefined;
  const isChanged = open !== undefined && (!isSame(open, shown) || (isTable && own.isChanged));
  const isNarrowed = filterNames.some((name) => query.read(name)) || shown.sort !== "newest";
  const maySave =
    place.agentId !== allAgents && (isNarrowed || (isTable && !own.isPlain)) && (!open || isChanged);
  const start = views.find(({ id }) => id === mine?.startViewId);
  useStartView(start, { isRead: mine !== null, isListAlone });

  const changing = useAction((work: () => Promise<void>) => work());
  // What can't be fetched says so here, and the inbox stays.
  const ask = (what: Asked) =>
    void changing.run(async () => {
      await loadOverlays();
      setAsked(what);
    });
  const choose = (viewId: string | null, said: string) =>
    changing.run(async () => {
      await chooseStartView(place, viewId);
      showToast(said);
    });
  const listActions = (open: Snapshot<SavedView>) =>
    listViewActions(open, {
      ...{ isChanged, shown, table, isStart: open.id === mine?.startViewId },
      onChange: (change) =>
        void changing.run(async () => {
          await changeView(place, open.id, change);
          if (change.filter) showKept(open.id);
        }),
      onStart: (isStart) =>
        void (isStart
          ? choose(open.id, `The inbox opens with “${open.name}”`)
          : choose(null, "The inbox opens with all conversations")),
      onAsk: ask,
    });

  return (
    <>
      {(views.length > 0 || maySave) && (
        <div {...kept} className={frame}>
          <FilterLinks
            label="Views"
            value={open && !isChanged ? open.id : ""}
            options={views.map(({ id, name, count }) => ({
              ...{ value: id, label: name },
              ...(count !== null && { count }),
            }))}
            linkTo={(id) => linkTo(views.find((view) => view.id === id))}
          />
          {open && <RowMenu label={`View “${open.name}”`} actions={listActions(open)} />}
          {maySave && (
            <Button
              kind="quiet"
              size="small"
              icon={<BookmarkPlus size={15} aria-hidden />}
              onClick={() => ask("save")}
            >
              Save view
            </Button>
          )}
        </div>
      )}
      {view.contactId && <OfVisitor contactId={view.contactId} />}
      {query.read("figure") && (
        <Suspense>
          <OfFigure />
        </Suspense>
      )}
      {changing.error && <ErrorNotice error={changing.error} />}
      {!showsFilters && <FilterChips place={place} />}
      {showsFilters && (
        <Suspense>
          <ViewFields place={place} view={view} />
        </Suspense>
      )}
      <Suspense>
        {asked && (
          <ViewDialogs
            asked={asked}
            view={open}
            hasTable={table !== undefined}
            search={query.read("q").trim()}
            onSave={saveAsked}
            onRemove={async (viewId) => {
              await removeView(place, viewId);
              query.set({ view: null }, { replace: true });
            }}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </>
  );

  async function saveAsked(words: { name: string; isShared: boolean }): Promise<void> {
    if (asked === "edit" && open) await changeView(place, open.id, words);
    else showKept(await saveView(place, { ...words, ...shown, ...(table && { table }) }));
  }

  /** As the view has them: without the words that were searched for. */
  function showKept(id: string): void {
    query.set({ view: id, q: null, message: null }, { replace: true });
  }

  function linkTo(view: Snapshot<SavedView> | undefined): string {
    return view ? query.link({ ...viewQuery(view), view: view.id }) : readLocationPath();
  }
}

function isSame(one: Parameters<typeof viewQuery>[0], other: Parameters<typeof viewQuery>[0]): boolean {
  return JSON.stringify(viewQuery(one)) === JSON.stringify(viewQuery(other));
}

const frame = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 4px;
  & > nav {
    min-width: 0;
  }
  & > nav:empty {
    display: none;
  }
  /* They are higher than the views: the list below stays where it is as they come and go. */
  & > span,
  & > button {
    margin-block: -6px;
  }
`;
