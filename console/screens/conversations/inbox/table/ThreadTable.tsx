import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { css } from "../../../../../shared/ui/style/css.ts";
import { Loaded } from "../../../../parts/Loaded.tsx";
import { rowMark } from "../../../../parts/walkRows.ts";
import { inboxFilters } from "../../../../state/conversations/inbox/inboxFilters.ts";
import { mayDo } from "../../../../state/accounts/organization.ts";
import type { AgentPlace } from "../../../../state/shell/paths.ts";
import { listColumns, threadTable } from "../../../../state/conversations/inbox/threadTable.ts";
import { listChosen, threadSelection } from "../../../../state/conversations/inbox/threadSelection.ts";
import { loadThreads, nameList, threads } from "../../../../state/conversations/threads/threads.ts";
import type { ThreadView } from "../../../../state/conversations/threads/threads.ts";
import { ThreadListEmpty } from "../ThreadListEmpty.tsx";
import { TableFoot } from "./TableFoot.tsx";
import { TableHead } from "./TableHead.tsx";
import { TableRow } from "./TableRow.tsx";
import { TableSkeleton } from "./TableSkeleton.tsx";
import { tableStyle } from "./tableStyle.ts";

interface ThreadTableProps {
  place: AgentPlace;
  view: ThreadView;
  openId: string | undefined;
}

/** The conversations of a queue as a table: a row each, with the columns that somebody chose. */
export function ThreadTable({ place, view, openId }: ThreadTableProps): ReactNode {
  // Its own look at them: it comes later than the list around it, and shows more of each.
  const state = useSnapshot(threads);
  const data = state.data?.of === nameList({ ...place, view }) ? state.data : null;
  const known = useSnapshot(inboxFilters).data;
  const { order, hidden, density } = useSnapshot(threadTable);
  const frame = useRef<HTMLDivElement>(null);
  const fields = known?.customFields ?? [];
  const columns = listColumns(
    { order, hidden },
    fields.map(({ key }) => key),
  );
  const columnIds = columns.filter(({ isShown }) => isShown).map(({ id }) => id);
  const maySelect = mayDo("conversations.reply");
  const chosen = new Set(listChosen(useSnapshot(threadSelection), data));
  useReturnedFocus(frame, openId);
  return (
    <div ref={frame} className={frameStyle}>
      <Loaded
        resource={{ ...state, data }}
        skeleton={<TableSkeleton />}
        needs="conversations.read"
        onRetry={() => loadThreads({ ...place, view })}
      >
        {({ items, total }) =>
          items.length === 0 ? (
            <ThreadListEmpty place={place} view={view} />
          ) : (
            <>
              <div data-scroll="">
                <table className={tableStyle} aria-label="Conversations" data-density={density}>
                  <TableHead {...{ columnIds, fields, view, maySelect }} />
                  <tbody>
                    {items.map((thread) => (
                      <TableRow
                        key={thread.id}
                        {...{ thread, place, columnIds, maySelect }}
                        labels={known?.labels ?? []}
                        isChosen={chosen.has(thread.id)}
                      />
                    ))}
                  </tbody>
                </table>
              </div>
              <TableFoot place={place} view={view} shown={items.length} total={total} />
            </>
          )
        }
      </Loaded>
    </div>
  );
}

/** Coming back from a conversation continues at its row, if it is still there. */
function useReturnedFocus(frame: { readonly current: HTMLElement | null }, openId: string | undefined): void {
  const last = useRef(openId);
  useEffect(() => {
    const leftId = openId ? undefined : last.current;
    last.current = openId;
    if (!leftId || document.activeElement !== document.body) return;
    const rows = frame.current?.querySelectorAll<HTMLElement>(`[${rowMark}]`) ?? [];
    [...rows].find((row) => row.getAttribute(rowMark) === leftId)?.focus();
  }, [frame, openId]);
}

const frameStyle = css`
  display: flex;
  flex-direction: column;
  min-width: 0;
  min-height: 0;
  height: 100%;
  overflow-y: auto;
  & > [role="alert"] {
    margin: 12px 16px;
  }
  & > [data-scroll] {
    flex: 1;
    min-height: 0;
    /* Holds also what only screen readers are told, which would else stretch the page. */
    position: relative;
    overflow: auto;
    /* What gets the focus is beside the head and the visitor, not below them. */
    scroll-padding-block-start: 40px;
    scroll-padding-inline-start: 290px;
  }
`;
