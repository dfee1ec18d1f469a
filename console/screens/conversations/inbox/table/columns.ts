import type { Snapshot } from "valtio";
import type { CustomField } from "../../../../../shared/contract/conversations/inbox/customField.ts";
import { threadSorts } from "../../../../../shared/contract/conversations/inbox/threadFilter.ts";
import type { ThreadSort } from "../../../../../shared/contract/conversations/inbox/threadFilter.ts";
import { nameFieldColumn } from "../../../../state/conversations/inbox/threadTable.ts";
import type { TableColumn } from "../../../../../shared/domain/threadTable.ts";

/** What the columns are called. */
const columnNames: Record<TableColumn, string> = {
  message: "Conversation",
  unread: "Unread",
  status: "Status",
  answers: "Answered by",
  priority: "Priority",
  labels: "Labels",
  due: "Reply due",
  waiting: "Waiting since",
  rating: "Rating",
  resolution: "Outcome",
  surface: "Surface",
  created: "Started",
  activity: "Last activity",
};

/** Gives what a column is called, a custom field by its own name. */
export function nameColumn(id: string, fields: readonly Snapshot<CustomField>[]): string {
  const field = fields.find(({ key }) => nameFieldColumn(key) === id);
  return field?.name ?? columnNames[id as TableColumn]; // what is no field's is one of ours
}

type SortDirection = "ascending" | "descending";

/** By which column each of the server's orders goes, and which way. */
const sortedBy: Record<ThreadSort, { column: TableColumn; direction: SortDirection }> = {
  newest: { column: "activity", direction: "descending" },
  oldest: { column: "activity", direction: "ascending" },
  waiting: { column: "waiting", direction: "ascending" },
  priority: { column: "priority", direction: "descending" },
};

interface ColumnSort {
  /** How the list is sorted by the column now. */
  is: SortDirection | "none";
  /** What a press on its head sorts by; where its own ways are through, as the list is at first. */
  next: ThreadSort;
}

/** Gives how a column is sorted, and how it would be; null where the server has no order by it. */
export function sortOf(id: string, sort: ThreadSort): ColumnSort | null {
  const own = threadSorts.filter((one) => sortedBy[one].column === id);
  const first = own[0];
  if (!first) return null;
  const at = own.indexOf(sort);
  return {
    is: at < 0 ? "none" : sortedBy[sort].direction,
    next: at < 0 ? first : (own[at + 1] ?? "newest"),
  };
}
