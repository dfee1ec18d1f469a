import { Suspense, useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { useSnapshot } from "valtio";
import { BookmarkPlus, Home, Pencil, RefreshCw, Trash2 } from "lucide-react";
import type { ThreadView as SavedView } from "../../../../../shared/contract/conversations/inbox/threadViews.ts";
import { Button } from "../../../../../shared/ui/Button.tsx";
import { css } from "../../../../../shared/ui/style/css.ts";
import { showToast } from "../../../../../shared/ui/toasts.ts";
import { ErrorNotice } from "../../../../parts/ErrorNotice.tsx";
import { FilterLinks } from "../../../../parts/FilterLinks.tsx";
import { RowMenu } from "../../../../parts/RowMenu.tsx";
import type { RowAction } from "../../../../parts/RowMenu.tsx";
import { lazy } from "../../../../parts/lazy.ts";
import { useAction } from "../../../../parts/useAction.ts";
import { useKeptFocus } from "../../../../parts/useKeptFocus.ts";
import { useQuery } from "../../../../parts/useQuery.ts";
import { inboxFilters } from "../../../../state/conversations/inbox/inboxFilters.ts";
import type { AgentPlace } from "../../../../state/shell/paths.ts";
import {
  changeView,
  chooseStartView,
  removeView,
  saveView,
} from "../../../../state/conversations/inbox/threadViews.ts";
import type { ThreadView } from "../../../../state/conversations/threads/threads.ts";
import { filterNames } from "../filters.ts";
import { OfVisitor } from "../OfVisitor.tsx";
import { ViewFields } from "./ViewFields.tsx";
import { useViewTable } from "../table/useViewTable.ts";
import { readViewFilter, viewQuery } from "./viewFilter.ts";

const ViewDialog = lazy(() => import("./ViewDialog.tsx"));
const RemoveView = lazy(() => import("./RemoveView.tsx"));

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
export default function Views({ place, view, isListAlone, showsFilters, isTable }: ViewsProps): ReactNode {
  const { data } = useSnapshot(inboxFilters);
  const query = useQuery();
  const kept = useKeptFocus<HTMLDivElement>();
  const [asked, setAsked] = useState<"save" | "edit" | "remove" | null>(null);
  const mine = data?.agentId === place.agentId ? data : null;
  const views = mine?.views ?? [];
  const open = views.find(({ id }) => id === query.read("view"));
  const shown = readViewFilter(query.read);
  const own = useViewTable(open);
  const table = isTable ? own.table : undefined;
  const isChanged = open !== undefined && (!isSame(open, shown) || (isTable && own.isChanged));
  const isNarrowed = filterNames.some((name) => query.read(name)) || shown.sort !== "newest";
  const maySave = (isNarrowed || (isTable && !own.isPlain)) && (!open || isChanged);
  const start = views.find(({ id }) => id === mine?.startViewId);
  useStartView(start, { isRead: mine !== null, isListAlone });

  const changing = useAction((work: () => Promise<void>) => work());
  // What can't be fetched says so here, and the inbox stays.
  const ask = (what: "save" | "edit" | "remove") =>
    void changing.run(async () => {
      await (what === "remove" ? import("./RemoveView.tsx") : import("./ViewDialog.tsx"));
      setAsked(what);
    });
  const choose = (viewId: string | null, said: string) =>
    changing.run(async () => {
      await chooseStartView(place, viewId);
      showToast(said);
    });
  const actions = open ? listActions(open) : [];

  function listActions(view: Snapshot<SavedView>): RowAction[] {
    const icon = { size: 16, "aria-hidden": true } as const;
    const isStart = view.id === mine?.startViewId;
    const change = (label: string, data: Parameters<typeof changeView>[2]): RowAction => ({
      ...{ label, icon: <RefreshCw {...icon} /> },
      onChoose: () =>
        void changing.run(async () => {
          await changeView(place, view.id, data);
          if (data.filter) showKept(view.id);
        }),
    });
    const update =
      table && view.table
        ? change("Keep these filters and columns in it", { ...shown, table })
        : change("Keep these filters in it", shown);
    const ofTable = view.table
      ? [change("Show everybody their own columns", { table: null })]
      : table
        ? [change("Keep these columns in it", { table })]
        : [];
    const editing: RowAction[] = [
      { label: "Rename or share", icon: <Pencil {...icon} />, onChoose: () => ask("edit") },
      {
        ...{ label: "Delete", icon: <Trash2 {...icon} />, isDanger: true },
        onChoose: () => ask("remove"),
      },
    ];
    const first: RowAction = {
      label: isStart ? "Don’t open the inbox with it" : "Open the inbox with it",
      icon: <Home {...icon} />,
      onChoose: () =>
        void (isStart
          ? choose(null, "The inbox opens with all conversations")
          : choose(view.id, `The inbox opens with “${view.name}”`)),
    };
    if (!view.mayChange) return [first];
    return [...(isChanged ? [update] : []), ...ofTable, first, ...editing];
  }

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
          {open && <RowMenu label={`View “${open.name}”`} actions={actions} />}
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
      {changing.error && <ErrorNotice error={changing.error} />}
      {showsFilters && <ViewFields place={place} view={view} />}
      <Suspense>
        {(asked === "save" || (asked === "edit" && open)) && (
          <ViewDialog
            view={asked === "edit" ? open : undefined}
            hasTable={table !== undefined}
            search={query.read("q").trim()}
            onSave={saveAsked}
            onClose={() => setAsked(null)}
          />
        )}
        {asked === "remove" && open && (
          <RemoveView
            view={open}
            onRemove={async () => {
              await removeView(place, open.id);
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
    return view ? query.link({ ...viewQuery(view), view: view.id }) : location.pathname;
  }
}

/** Opens the inbox with somebody's own view, once, where the address asks for nothing. */
function useStartView(
  start: Snapshot<SavedView> | undefined,
  { isRead, isListAlone }: { isRead: boolean; isListAlone: boolean },
): void {
  const { set } = useQuery();
  const asksForNothing = useRef(isListAlone && !isAsking());
  useEffect(() => {
    if (!isRead || !asksForNothing.current) return;
    // One that is chosen later, on another screen, is for the next time.
    asksForNothing.current = false;
    if (start && !isAsking()) set({ ...viewQuery(start), view: start.id }, { replace: true });
  }, [isRead, start, set]);
}

/** Whether the address asks for anything; how the conversations stand is not which ones. */
function isAsking(): boolean {
  return [...new URLSearchParams(location.search).keys()].some((name) => name !== "layout");
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
