import { useEffect, useLayoutEffect } from "react";
import type { Snapshot } from "valtio";
import { useSnapshot } from "valtio";
import type {
  ThreadView,
  ViewTable,
} from "../../../../../shared/contract/conversations/inbox/threadViews.ts";
import { inboxFilters } from "../../../../state/conversations/inbox/inboxFilters.ts";
import {
  listColumns,
  readViewTable,
  showViewTable,
  tableAtFirst,
  threadTable,
} from "../../../../state/conversations/inbox/threadTable.ts";

interface ShownTable {
  /** The table as a view would keep it now. */
  table: ViewTable;
  /** It stands otherwise than the open view keeps it. */
  isChanged: boolean;
  /** It is as it was at first. */
  isPlain: boolean;
}

/** Has the table stand as the open view keeps it, and gives how it stands since somebody changed it. */
export function useViewTable(open: Snapshot<ThreadView> | undefined): ShownTable {
  const choice = useSnapshot(threadTable);
  const fields = useSnapshot(inboxFilters).data?.customFields ?? [];
  const fieldKeys = fields.map(({ key }) => key);
  const keysText = JSON.stringify(fieldKeys);
  const keptText = JSON.stringify(open?.table ?? null);
  // Before anything is drawn, so that nothing seems changed for a moment.
  useLayoutEffect(() => {
    const kept = JSON.parse(keptText) as ViewTable | null; // written above, as the keys are
    showViewTable(kept, JSON.parse(keysText) as string[]);
  }, [open?.id, keptText, keysText]);
  useEffect(() => () => showViewTable(null, []), []);
  const table = readViewTable(choice, fieldKeys);
  // A field that is gone since is no change of anybody's.
  const known = listColumns(choice, fieldKeys).map(({ id }) => id);
  const isSame = ({ columns, density }: Snapshot<ViewTable>) =>
    density === table.density && columns.filter((id) => known.includes(id)).join() === table.columns.join();
  return {
    table,
    isChanged: !!open?.table && !isSame(open.table),
    isPlain: isSame(readViewTable(tableAtFirst, fieldKeys)),
  };
}
