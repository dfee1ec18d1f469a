import type {
  Collection,
  CollectionColumn,
  CollectionImport,
  CollectionRow,
} from "../../../shared/contract/collections/collections.ts";
import type { Cell } from "../../../shared/domain/collections.ts";
import type { Db } from "../../database/store.ts";
import { readExamples } from "./settingColumns.ts";
import type { CollectionImportRow, StoredCollection, StoredColumn, StoredRow } from "./tables.ts";

/** The columns of a collection. */
export function readColumns({ columns }: Pick<StoredCollection, "columns">): StoredColumn[] {
  return JSON.parse(columns) as StoredColumn[]; // written by changeColumns
}

/** The cells of a row, by the ids of columns that are there. */
export function readCells(
  { cells }: Pick<StoredRow, "cells">,
  columns: readonly CollectionColumn[],
): Record<string, Cell> {
  const kept = JSON.parse(cells) as Record<string, Cell>; // written by writeRows
  return Object.fromEntries(
    columns.flatMap(({ id }) => {
      const cell = kept[id];
      return cell === undefined ? [] : [[id, cell]];
    }),
  );
}

/** Collections with their newest imports. */
export async function presentCollections(db: Db, rows: readonly StoredCollection[]): Promise<Collection[]> {
  const ids = rows.flatMap(({ lastImportId }) => lastImportId ?? []);
  const organizationId = rows[0]?.organizationId;
  const imports =
    ids.length === 0 || organizationId === undefined
      ? []
      : await db
          .selectFrom("collectionImports")
          .selectAll()
          .where("organizationId", "=", organizationId)
          .where("id", "in", ids)
          .execute();
  const byId = new Map(imports.map((one) => [one.id, one]));
  return rows.map((row) => presentCollection(row, byId.get(row.lastImportId ?? "")));
}

function presentCollection(row: StoredCollection, lastImport?: CollectionImportRow): Collection {
  const { id, agentId, name, description, rowCount, createdAt, updatedAt } = row;
  const { visitorColumnId, visitorEquals } = row;
  return {
    ...{ id, agentId, name, description },
    columns: readColumns(row).map(presentColumn),
    agentMay: { read: row.mayRead === 1, add: row.mayAdd === 1, change: row.mayChange === 1 },
    ...{ confirmedBy: row.confirmedBy, examples: readExamples(row) },
    visitorColumn:
      visitorColumnId !== null && visitorEquals !== null
        ? { columnId: visitorColumnId, equals: visitorEquals }
        : null,
    rows: rowCount,
    // Those of the list show how far it is; what was refused is read with the import itself.
    lastImport: lastImport ? { ...presentImport(lastImport), problems: [] } : null,
    ...{ createdAt, updatedAt },
  };
}

function presentColumn({
  id,
  name,
  type,
  options,
  required,
  searchable,
  unique,
}: StoredColumn): CollectionColumn {
  return { id, name, type, options, required, searchable, unique };
}

export function presentRow(row: StoredRow, columns: readonly CollectionColumn[]): CollectionRow {
  const { number, createdAt, updatedAt } = row;
  return { id: number, values: readCells(row, columns), createdAt, updatedAt };
}

export function presentImport(row: CollectionImportRow): CollectionImport {
  const { id, fileName, state, total, done, added, refused, problems, error, createdAt, endedAt } = row;
  return {
    ...{ id, fileName, state, total, done, added, refused, error, createdAt, endedAt },
    problems: JSON.parse(problems) as CollectionImport["problems"], // written by importJob
  };
}
