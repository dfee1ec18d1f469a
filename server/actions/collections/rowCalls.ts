import {
  addCollectionRows,
  changeCollectionRows,
  exportCollectionRows,
  listCollectionRows,
  removeCollectionRows,
} from "../../../shared/contract/collections/collections.ts";
import { writeCell } from "../../../shared/domain/collections.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { writeCsv } from "../../../shared/format/csv.ts";
import { handle } from "../../requests/handle.ts";
import type { Route } from "../../requests/handle.ts";
import { keyOf } from "./calls.ts";
import type { CollectionDeps } from "./deps.ts";
import { checkFilters, findSearchable } from "./filters.ts";
import { findCollection, lockCollection } from "./find.ts";
import { findRows } from "./findRows.ts";
import { presentRow, readCells, readColumns } from "./present.ts";
import { addRows, changeRows, removeRows } from "./writeRows.ts";
import type { RowProblem } from "./writeRows.ts";

const exportedAtOnce = 1000;

/** The calls on the rows of a collection. */
export function rowRoutes({ store, now }: CollectionDeps): Route[] {
  return [
    handle(listCollectionRows, async ({ caller, params, query }) => {
      const collection = await findCollection(store.db, keyOf(caller, params));
      const columns = readColumns(collection);
      const { sort, order, limit, cursor } = query;
      const { rows, ...found } = await findRows(store.reader, collection, {
        filters: checkFilters(columns, query.filters ?? []),
        sort: sort === undefined ? undefined : findSearchable(columns, sort).id,
        isDescending: order === "desc",
        ...{ limit, cursor },
      });
      return { items: rows.map((row) => presentRow(row, columns)), ...found };
    }),

    handle(addCollectionRows, async ({ caller, params, body }) => {
      const rows = await store.transaction(async (tx) => {
        const collection = await lockCollection(tx, keyOf(caller, params));
        const { added, problems } = await addRows(tx, collection, { rows: body.data.rows, now: now() });
        refuseAll(problems);
        return added;
      });
      return { data: { rows } };
    }),

    handle(changeCollectionRows, async ({ caller, params, body }) => {
      const rows = await store.transaction(async (tx) => {
        const collection = await lockCollection(tx, keyOf(caller, params));
        const { changed, problems } = await changeRows(tx, collection, { rows: body.data.rows, now: now() });
        refuseAll(problems);
        return changed;
      });
      return { data: { rows } };
    }),

    handle(removeCollectionRows, async ({ caller, params, body }) => {
      const count = await store.transaction(async (tx) => {
        const collection = await lockCollection(tx, keyOf(caller, params));
        return removeRows(tx, collection, { ids: [...new Set(body.data.ids)], now: now() });
      });
      return { data: { count } };
    }),

    handle(exportCollectionRows, async ({ caller, params, query: { cursor } }) => {
      const collection = await findCollection(store.db, keyOf(caller, params));
      const columns = readColumns(collection);
      const wanted = { filters: [], limit: exportedAtOnce, cursor };
      const { rows, next } = await findRows(store.reader, collection, wanted);
      const lines = rows.map((row) => {
        const cells = readCells(row, columns);
        return columns.map(({ id }) => writeCell(cells[id]));
      });
      const isFirst = cursor === undefined;
      // By its mark spreadsheets know that the text is UTF-8.
      const head = isFirst ? `\ufeff${writeCsv([columns.map(({ name }) => name)])}` : "";
      return { data: { text: head + writeCsv(lines), isFirst, next } };
    }),
  ];
}

/** Throws where any row is wrong, so that nothing of the transaction stays. */
export function refuseAll(problems: readonly RowProblem[]): void {
  if (problems.length === 0) return;
  const fields = problems.slice(0, 100).map(({ row, columnId, message }) => ({
    path: columnId === null ? `body.data.rows.${row}` : `body.data.rows.${row}.values.${columnId}`,
    message,
  }));
  throw new AppError("invalid_input", { fields });
}
