import { proxy, subscribe } from "valtio";
import type { ViewTable } from "../../../../shared/contract/conversations/inbox/threadViews.ts";
import { tableColumns } from "../../../../shared/domain/threadTable.ts";
import type { Density } from "../../../../shared/domain/threadTable.ts";
import { keptForBrowser } from "../../platform/storage.ts";

/** Left out until somebody asks for them; custom fields are there immediately. */
const hiddenAtFirst: readonly string[] = ["waiting", "rating", "resolution", "surface", "created"];

interface TableChoice {
  /** Columns that somebody has put in order, also of other organizations' fields. */
  order: string[];
  /** Those of them that are left out. */
  hidden: string[];
  density: Density;
}

/** The same as it is read. */
type TableLook = { readonly [Name in keyof TableChoice]: Readonly<TableChoice[Name]> };

type TableOfView = Readonly<Omit<ViewTable, "columns">> & { readonly columns: readonly string[] };

export interface ListedColumn {
  id: string;
  isShown: boolean;
}

const storedName = "threadTable";

/** The table as it stands until somebody changes it. */
export const tableAtFirst: TableLook = { order: [], hidden: [], density: "comfortable" };

/** How the table of conversations stands: as this browser keeps it, or as the open view has it. */
export const threadTable = proxy<TableChoice>(readChoice());

/** What the browser keeps while the open view has columns of its own; null while it has none. */
let own: TableChoice | null = null;

subscribe(threadTable, () => {
  if (!own) keptForBrowser.write(storedName, JSON.stringify(threadTable));
});

/** Has the table stand as a view keeps it, until it is called with another, or with null for this browser's own. */
export function showViewTable(table: TableOfView | null, fieldKeys: readonly string[]): void {
  if (table) {
    own ??= { order: [...threadTable.order], hidden: [...threadTable.hidden], density: threadTable.density };
    const { columns, density } = table;
    const all = listColumns(threadTable, fieldKeys).map(({ id }) => id);
    const hidden = all.filter((id) => !columns.includes(id));
    Object.assign(threadTable, { order: [...columns, ...hidden], hidden, density });
  } else if (own) {
    // Another window may have chosen since; where nothing can be kept, none has.
    Object.assign(threadTable, keptForBrowser.read(storedName) === null ? own : readChoice());
    own = null;
  }
}

/** Gives the table as a view would keep it now. */
export function readViewTable(choice: TableLook, fieldKeys: readonly string[]): ViewTable {
  const shown = listColumns(choice, fieldKeys).filter(({ isShown }) => isShown);
  return { columns: shown.map(({ id }) => id), density: choice.density };
}

/** Names the column of a custom field. */
export function nameFieldColumn(key: string): string {
  return `field:${key}`;
}

/** Gives all columns beside the visitor's in the order that somebody chose; what came since stands last. */
export function listColumns(
  { order, hidden }: { order: readonly string[]; hidden: readonly string[] },
  fieldKeys: readonly string[],
): ListedColumn[] {
  const known = [...tableColumns, ...fieldKeys.map(nameFieldColumn)];
  const ids = [...order.filter((id) => known.includes(id)), ...known.filter((id) => !order.includes(id))];
  return ids.map((id) => ({
    id,
    isShown: order.includes(id) ? !hidden.includes(id) : !hiddenAtFirst.includes(id),
  }));
}

/** Shows a column, or leaves it out. */
export function showColumn(fieldKeys: readonly string[], id: string, isShown: boolean): void {
  const columns = listColumns(threadTable, fieldKeys);
  keep(columns.map((column) => (column.id === id ? { id, isShown } : column)));
}

/** Puts a column one place before or behind. */
export function moveColumn(fieldKeys: readonly string[], id: string, step: 1 | -1): void {
  const columns = listColumns(threadTable, fieldKeys);
  const from = columns.findIndex((column) => column.id === id);
  const moved = columns[from];
  if (!moved || !columns[from + step]) return;
  keep(columns.toSpliced(from, 1).toSpliced(from + step, 0, moved));
}

/** Has the columns as they were at first. */
export function resetColumns(): void {
  Object.assign(threadTable, { order: [], hidden: [] });
}

/** What is kept of fields that are not there now stays. */
function keep(columns: readonly ListedColumn[]): void {
  const isOther = (id: string) => !columns.some((column) => column.id === id);
  const hidden = columns.filter(({ isShown }) => !isShown).map(({ id }) => id);
  Object.assign(threadTable, {
    order: [...columns.map(({ id }) => id), ...threadTable.order.filter(isOther)],
    hidden: [...hidden, ...threadTable.hidden.filter(isOther)],
  });
}

function readChoice(): TableChoice {
  const { order, hidden, density } = readStored();
  return {
    ...{ order: textsOf(order), hidden: textsOf(hidden) },
    density: density === "compact" ? "compact" : "comfortable",
  };
}

/** Somebody else's hands may have been in the storage. */
function readStored(): Partial<Record<keyof TableChoice, unknown>> {
  try {
    const stored: unknown = JSON.parse(keptForBrowser.read(storedName) ?? "{}");
    return typeof stored === "object" && stored !== null ? stored : {};
  } catch {
    return {};
  }
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
