import type { CollectionRow } from "../../../shared/contract/collections/collections.ts";
import { checkCell, maxCollectionRows } from "../../../shared/domain/collections.ts";
import type { Cell } from "../../../shared/domain/collections.ts";
import { statement } from "../../database/statement.ts";
import type { Db, Tx } from "../../database/store.ts";
import { makeKey, makeUniqueKey } from "./keys.ts";
import { presentRow, readColumns } from "./present.ts";
import type { CollectionCellRow, CellIndex, StoredCollection, StoredColumn, StoredRow } from "./tables.ts";

/** What is wrong with a row, counted from 0 in the order in which rows were given. */
export interface RowProblem {
  row: number;
  /** Null where it is not about one column. */
  columnId: string | null;
  message: string;
}

export interface NewRow {
  values: Readonly<Record<string, Cell | null>>;
}

/** A row as it will be: its cells by column id. */
interface PlannedRow {
  /** Its place among those that were given. */
  at: number;
  cells: Record<string, Cell>;
}

/**
 * Adds rows to a collection that the caller has locked. The good ones are added; `problems` says what is wrong with the
 * others, so a caller that wants all or none throws where there are any.
 */
export async function addRows(
  tx: Tx,
  collection: StoredCollection,
  { rows, importId = null, now }: { rows: readonly NewRow[]; importId?: string | null; now: number },
): Promise<{ added: CollectionRow[]; problems: RowProblem[] }> {
  const columns = readColumns(collection);
  const problems: RowProblem[] = [];
  const planned: PlannedRow[] = [];
  // Rows of an import that is under way are not counted yet, but will be.
  let room = maxCollectionRows - collection.rowCount - (await countPending(tx, collection));
  rows.forEach(({ values }, at) => {
    const wrong = checkRow(columns, { values, before: null });
    if (!("cells" in wrong)) problems.push(...wrong.problems.map((one) => ({ ...one, row: at })));
    else if (room <= 0) problems.push({ row: at, columnId: null, message: full });
    else {
      planned.push({ at, cells: wrong.cells });
      room -= 1;
    }
  });
  const good = await refuseDuplicates(tx, collection, { columns, planned, problems });
  let number = collection.lastRow;
  const stored = good.map(({ cells }) => ({
    ...{ organizationId: collection.organizationId, collectionId: collection.id, number: (number += 1) },
    ...{ cells: JSON.stringify(cells), importId, createdAt: now, updatedAt: now },
  }));
  if (stored.length > 0) {
    await insertRows(tx, stored);
    await insertCells(tx, makeCells(columns, stored));
    const isPending = importId !== null && importId === collection.pendingImportId;
    const change = {
      lastRow: number,
      ...(!isPending && { rowCount: collection.rowCount + stored.length, updatedAt: now }),
    };
    await setCollection(tx, collection, change);
  }
  return { added: stored.map((row) => presentRow(row, columns)), problems };
}

const full = `A collection has at most ${maxCollectionRows.toLocaleString("en-US")} rows.`;

/** Changes rows of a locked collection: all of them, or none where `problems` has any. */
export async function changeRows(
  tx: Tx,
  collection: StoredCollection,
  { rows, now }: { rows: readonly (NewRow & { id: number })[]; now: number },
): Promise<{ changed: CollectionRow[]; problems: RowProblem[] }> {
  const columns = readColumns(collection);
  const known = await findByNumber(tx, collection, rows.map(({ id }) => id)); // oxfmt-ignore
  const problems: RowProblem[] = [];
  const planned: (PlannedRow & { before: StoredRow })[] = [];
  const seen = new Set<number>();
  rows.forEach(({ id, values }, at) => {
    const before = known.get(id);
    if (!before) return problems.push({ row: at, columnId: null, message: gone });
    if (seen.has(id)) return problems.push({ row: at, columnId: null, message: "This row is named twice." });
    seen.add(id);
    const wrong = checkRow(columns, { values, before });
    if ("cells" in wrong) return planned.push({ at, before, cells: wrong.cells });
    return problems.push(...wrong.problems.map((one) => ({ ...one, row: at })));
  });
  const numbers = planned.map(({ before }) => before.number);
  await refuseDuplicates(tx, collection, { columns, planned, problems, except: numbers });
  if (problems.length > 0) return { changed: [], problems };
  const stored = planned.map(({ before, cells }) => ({
    ...before,
    cells: JSON.stringify(cells),
    updatedAt: now,
  }));
  for (const row of stored) {
    await tx
      .updateTable("collectionRows")
      .set({ cells: row.cells, updatedAt: now })
      .where("organizationId", "=", row.organizationId)
      .where("collectionId", "=", row.collectionId)
      .where("number", "=", row.number)
      .execute();
  }
  await deleteCells(tx, collection, numbers);
  await insertCells(tx, makeCells(columns, stored));
  await setCollection(tx, collection, { updatedAt: now });
  return { changed: stored.map((row) => presentRow(row, columns)), problems };
}

const gone = "This row no longer exists.";

/** Deletes rows of a locked collection, as far as they are there; gives how many were. */
export async function removeRows(
  tx: Tx,
  collection: StoredCollection,
  { ids, now }: { ids: readonly number[]; now: number },
): Promise<number> {
  const numbers = [...(await findByNumber(tx, collection, ids)).keys()];
  if (numbers.length === 0) return 0;
  await deleteCells(tx, collection, numbers);
  await tx
    .deleteFrom("collectionRows")
    .where("organizationId", "=", collection.organizationId)
    .where("collectionId", "=", collection.id)
    .where("number", "in", numbers)
    .execute();
  await setCollection(tx, collection, { rowCount: collection.rowCount - numbers.length, updatedAt: now });
  return numbers.length;
}

/** Writes changes of a collection itself. */
export async function setCollection(
  tx: Tx,
  { organizationId, id }: StoredCollection,
  change: Partial<StoredCollection>,
): Promise<void> {
  await tx
    .updateTable("collections")
    .set(change)
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

/** Holds a row against its columns; of a row that is changed only what is changed, for the rest may be older than a rule. */
export function checkRow(
  columns: readonly StoredColumn[],
  { values, before }: NewRow & { before: StoredRow | null },
): { cells: Record<string, Cell> } | { problems: Omit<RowProblem, "row">[] } {
  const cells = before === null ? {} : (JSON.parse(before.cells) as Record<string, Cell>); // written below
  const problems: Omit<RowProblem, "row">[] = [];
  for (const id of Object.keys(values)) {
    if (!columns.some((column) => column.id === id))
      problems.push({ columnId: null, message: "A column no longer exists. Reload the collection." });
  }
  for (const column of columns) {
    const { id } = column;
    if (before !== null && values[id] === undefined) continue;
    const read = checkCell(column, values[id] ?? null);
    if ("problem" in read) problems.push({ columnId: id, message: read.problem });
    else if (read.cell === null && column.required)
      problems.push({ columnId: id, message: "Field is required" });
    else if (read.cell === null) delete cells[id];
    else cells[id] = read.cell;
  }
  return problems.length > 0 ? { problems } : { cells };
}

/** Takes out the rows that have a value which another row has in a unique column, and says so. */
export async function refuseDuplicates<Planned extends PlannedRow>(
  tx: Db,
  { organizationId, id }: StoredCollection,
  given: {
    columns: readonly StoredColumn[];
    planned: readonly Planned[];
    problems: RowProblem[];
    /** The rows that are rewritten. */
    except?: readonly number[];
    /** By column, what the rows before had that are stored nowhere; what these have is added. */
    seen?: Map<string, Set<string>>;
  },
): Promise<Planned[]> {
  const { columns, planned, problems, except = [], seen } = given;
  const refused = new Set<number>();
  for (const column of columns) {
    if (!column.unique || planned.length === 0) continue;
    const keys = planned.map(({ cells }) => uniqueKeyOf(column, cells[column.id]));
    const wanted = keys.filter((key) => key !== null);
    if (wanted.length === 0) continue;
    const taken = await tx
      .selectFrom("collectionCells")
      .select("uniqueKey")
      .where("organizationId", "=", organizationId)
      .where("collectionId", "=", id)
      .where("columnId", "=", column.id)
      .where("uniqueKey", "in", wanted)
      .$if(except.length > 0, (query) => query.where("number", "not in", [...except]))
      .execute();
    const known = seen?.get(column.id) ?? new Set<string>();
    seen?.set(column.id, known);
    for (const { uniqueKey } of taken) if (uniqueKey !== null) known.add(uniqueKey);
    planned.forEach(({ at }, index) => {
      const key = keys[index] ?? null;
      if (key === null || refused.has(at)) return;
      if (known.has(key)) {
        refused.add(at);
        problems.push({ row: at, columnId: column.id, message: "Another row has this value already." });
      } else known.add(key);
    });
  }
  return planned.filter(({ at }) => !refused.has(at));
}

/** How the cells of a column are written now. */
function indexOf({ index, preparing }: StoredColumn): CellIndex {
  return preparing ?? index;
}

function uniqueKeyOf(column: StoredColumn, cell: Cell | undefined): string | null {
  return makeUniqueKey(makeKey(cell, indexOf(column)));
}

/** The cells by which rows are found. An empty one has a cell too, so that an order by its column has all rows. */
export function makeCells(
  columns: readonly StoredColumn[],
  rows: readonly Pick<StoredRow, "organizationId" | "collectionId" | "number" | "cells">[],
): CollectionCellRow[] {
  const found = columns.filter((column) => indexOf(column) !== "none");
  return rows.flatMap(({ organizationId, collectionId, number, cells }) => {
    const kept = JSON.parse(cells) as Record<string, Cell>; // written by addRows and changeRows
    return found.map((column) => {
      const made = makeKey(kept[column.id], indexOf(column));
      return {
        ...{ organizationId, collectionId, columnId: column.id, number, ...made },
        uniqueKey: column.unique ? makeUniqueKey(made) : null,
      };
    });
  });
}

/** How many rows a statement writes: its text is made once for each number of rows, and none takes long. */
const rowsAtOnce = 50;

const putRows = statement((db, { rows }: { rows: StoredRow[] }) =>
  db.insertInto("collectionRows").values(rows),
);
const putCells = statement((db, { cells }: { cells: CollectionCellRow[] }) =>
  db.insertInto("collectionCells").values(cells),
);

async function insertRows(tx: Tx, rows: readonly StoredRow[]): Promise<void> {
  for (const some of inPieces(rows)) await putRows(tx, { rows: some });
}

/** Writes cells by which rows are found. */
export async function insertCells(tx: Tx, cells: readonly CollectionCellRow[]): Promise<void> {
  for (const some of inPieces(cells)) await putCells(tx, { cells: some });
}

function* inPieces<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += rowsAtOnce) yield items.slice(at, at + rowsAtOnce);
}

async function deleteCells(
  tx: Tx,
  { organizationId, id }: StoredCollection,
  numbers: number[],
): Promise<void> {
  await tx
    .deleteFrom("collectionCells")
    .where("organizationId", "=", organizationId)
    .where("collectionId", "=", id)
    .where("number", "in", numbers)
    .execute();
}

/** The rows with these numbers that are seen. */
async function findByNumber(
  tx: Tx,
  { organizationId, id, pendingImportId }: StoredCollection,
  numbers: readonly number[],
): Promise<Map<number, StoredRow>> {
  const rows = await tx
    .selectFrom("collectionRows")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("collectionId", "=", id)
    .where("number", "in", [...numbers])
    .execute();
  const seen = rows.filter(({ importId }) => importId === null || importId !== pendingImportId);
  return new Map(seen.map((row) => [row.number, row]));
}

/** How many rows an import that is under way has added. */
async function countPending(tx: Tx, { organizationId, pendingImportId }: StoredCollection): Promise<number> {
  if (pendingImportId === null) return 0;
  const row = await tx
    .selectFrom("collectionImports")
    .select("added")
    .where("organizationId", "=", organizationId)
    .where("id", "=", pendingImportId)
    .executeTakeFirst();
  return row?.added ?? 0;
}
