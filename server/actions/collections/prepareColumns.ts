import { AppError } from "../../../shared/errors/errors.ts";
import type { Cell } from "../../../shared/domain/collections.ts";
import type { Store, Tx } from "../../database/store.ts";
import { lockCollection } from "./find.ts";
import type { CollectionKey } from "./find.ts";
import { readColumns } from "./present.ts";
import type { StoredCollection, StoredColumn } from "./tables.ts";
import { insertCells, makeCells, refuseDuplicates, setCollection } from "./writeRows.ts";
import type { RowProblem } from "./writeRows.ts";

const rowsAtOnce = 200;

/**
 * Writes the cells of columns that are to be found by from now on, in small steps, so that nobody waits long for the writer.
 * Rows that are written meanwhile are written so already. Begun again after a crash it does the same once more. Throws
 * `conflict` where a column can't be unique: it is not then, and everything else is done.
 */
export async function prepareColumns(store: Store, key: CollectionKey): Promise<void> {
  let refused: string | null = null;
  for (let from = 0; from !== done;) {
    const at = from;
    const step = await store.transaction((tx) => prepareSome(tx, key, at));
    if (typeof step === "number") from = step;
    else {
      refused ??= step.refused;
      from = 0;
    }
  }
  if (refused !== null) throw new AppError("conflict", { message: refused });
}

const done = -1;

/** Prepares the rows behind a number; gives the last one, or `done`, or that a column is not to be unique after all. */
async function prepareSome(tx: Tx, key: CollectionKey, from: number): Promise<number | { refused: string }> {
  const collection = await lockCollection(tx, key);
  const columns = readColumns(collection);
  const waiting = columns.filter(({ preparing }) => preparing);
  if (waiting.length === 0) return done;
  const rows = await tx
    .selectFrom("collectionRows")
    .selectAll()
    .where("organizationId", "=", collection.organizationId)
    .where("collectionId", "=", collection.id)
    .where("number", ">", from)
    .orderBy("number")
    .limit(rowsAtOnce)
    .execute();
  const last = rows.at(-1);
  if (!last) {
    const ready = columns.map(({ preparing, ...column }) => ({
      ...column,
      index: preparing ?? column.index,
    }));
    await setCollection(tx, collection, { columns: JSON.stringify(ready) });
    return done;
  }
  const planned = rows.map(({ cells }, at) => ({ at, cells: JSON.parse(cells) as Record<string, Cell> })); // written by addRows
  const problems: RowProblem[] = [];
  const except = rows.map(({ number }) => number);
  await refuseDuplicates(tx, collection, { columns: waiting, planned, problems, except });
  const [problem] = problems;
  if (problem) {
    const { columnId } = problem;
    const changed = columns.map((column) => (column.id === columnId ? dropUnique(column) : column));
    await setCollection(tx, collection, { columns: JSON.stringify(changed) });
    const { name = "" } = columns.find(({ id }) => id === columnId) ?? {};
    const value = String(planned[problem.row]?.cells[columnId ?? ""] ?? "").slice(0, 60);
    const refused = `${name} can't be unique: two rows have “${value}”. Change one of them, then try again.`;
    return { refused };
  }
  await deleteCellsOf(tx, collection, { columns: waiting, from, to: last.number });
  await insertCells(tx, makeCells(waiting, rows));
  return last.number;
}

/** What was only wanted to be unique by need not be found by either. */
function dropUnique(column: StoredColumn): StoredColumn {
  return { ...column, unique: false };
}

async function deleteCellsOf(
  tx: Tx,
  { organizationId, id }: StoredCollection,
  { columns, from, to }: { columns: readonly StoredColumn[]; from: number; to: number },
): Promise<void> {
  await tx
    .deleteFrom("collectionCells")
    .where("organizationId", "=", organizationId)
    .where("collectionId", "=", id)
    .where("number", ">", from)
    .where("number", "<=", to)
    .where(
      "columnId",
      "in",
      columns.map((column) => column.id),
    )
    .execute();
}
