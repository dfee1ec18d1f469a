import type { BodyOf } from "../../../shared/contract/call.ts";
import type { createCollection, updateCollection } from "../../../shared/contract/collections/collections.ts";
import type { VisitorRule } from "../../../shared/contract/collections/settings.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { CellIndex, StoredCollection, StoredColumn } from "./tables.ts";

type Given = BodyOf<typeof createCollection>["data"]["columns"];
export type Settings = BodyOf<typeof updateCollection>["data"];

export interface PlannedColumns {
  columns: StoredColumn[];
  lastColumn: number;
  /** The ids of columns that go, and of those that are no longer searchable. */
  swept: string[];
}

/** Plans the columns of a collection; `before` is null for a new one. Throws `invalid_input` with what is wrong. */
export function planColumns(
  before: Pick<StoredCollection, "lastColumn" | "lastRow" | "rowCount" | "pendingImportId"> | null,
  { known, given, rule }: { known: readonly StoredColumn[]; given: Given; rule: VisitorRule | null },
): PlannedColumns {
  checkNames(given);
  let lastColumn = before?.lastColumn ?? 0;
  const hasRows = before !== null && (before.rowCount > 0 || before.pendingImportId !== null);
  const columns = given.map((column, index): StoredColumn => {
    const old = column.id === undefined ? undefined : known.find(({ id }) => id === column.id);
    if (column.id !== undefined && !old)
      throw refuse(`columns.${index}.id`, "This column no longer exists. Reload the collection.");
    if (old && old.type !== column.type && hasRows)
      throw refuse(
        `columns.${index}.type`,
        "The type stays while there are rows. Add another column instead.",
      );
    const options = column.type === "choice" ? checkOptions(column.options, index) : [];
    const { name, type, required, searchable, unique } = column;
    const id = old?.id ?? `c${(lastColumn += 1)}`;
    const planned = { id, name, type, options, required, searchable, unique };
    return {
      ...planned,
      ...planIndex(planned, { old, rule, isEmpty: before === null || before.lastRow === 0 }),
    };
  });
  checkRule(columns, rule);
  const swept = known.filter(({ id, index, preparing }) => {
    const now = columns.find((column) => column.id === id);
    return (index !== "none" || preparing) && (!now || (now.index === "none" && !now.preparing));
  });
  return { columns, lastColumn, swept: swept.map(({ id }) => id) };
}

function planIndex(
  column: Omit<StoredColumn, "index" | "preparing">,
  { old, rule, isEmpty }: { old: StoredColumn | undefined; rule: VisitorRule | null; isEmpty: boolean },
): Pick<StoredColumn, "index" | "preparing"> {
  const wanted = chooseIndex(column, rule);
  if (wanted === "none" || isEmpty) return { index: wanted };
  const isReady = old?.index === wanted && !old.preparing && (old.unique || !column.unique);
  return isReady ? { index: wanted } : { index: old?.index ?? "none", preparing: wanted };
}

/** Two user IDs may differ in the case of a letter alone; nobody searches for words that way. */
export function chooseIndex(
  { id, searchable, unique }: Pick<StoredColumn, "id" | "searchable" | "unique">,
  rule: VisitorRule | null,
): CellIndex {
  if (rule?.columnId === id && rule.equals === "userId") return "exact";
  return searchable || unique || rule?.columnId === id ? "folded" : "none";
}

function checkNames(given: Given): void {
  const seen = new Set<string>();
  given.forEach(({ name }, index) => {
    const word = name.toLowerCase();
    if (seen.has(word)) throw refuse(`columns.${index}.name`, "Another column has this name.");
    seen.add(word);
  });
}

function checkOptions(options: readonly string[], index: number): string[] {
  if (options.length === 0) throw refuse(`columns.${index}.options`, "Add at least one option.");
  const words = new Set(options.map((option) => option.toLowerCase()));
  if (words.size < options.length) throw refuse(`columns.${index}.options`, "Two options are the same.");
  return [...options];
}

function checkRule(columns: readonly StoredColumn[], rule: VisitorRule | null): void {
  if (rule === null) return;
  const column = columns.find(({ id }) => id === rule.columnId);
  if (!column) throw refuse("visitorColumn", "This column no longer exists. Choose another one.");
  if (column.type !== "text") throw refuse("visitorColumn", "Choose a column of the type Text.");
}

/** A refusal at a field of the body's `data`. */
export function refuse(field: string, message: string): AppError {
  return new AppError("invalid_input", { fields: [{ path: `body.data.${field}`, message }] });
}
