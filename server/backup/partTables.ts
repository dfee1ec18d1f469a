import type { openSqliteCopy } from "../database/sqlite.ts";
import type { OnlyOnce } from "./clashes.ts";
import { sortTables } from "./snapshot.ts";
import type { Named, Reference } from "./snapshot.ts";

/** What a restore in part must know of a table. */
export interface TableShape {
  name: string;
  columns: readonly string[];
  /** Its unique values that do not begin with the organization. */
  onlyOnce: readonly OnlyOnce[];
  /** Whether the database refuses its rows without their user. */
  needsUser: boolean;
}

type Copy = Pick<ReturnType<typeof openSqliteCopy>, "read">;

const atOnce = 10_000;

/** Reads the shapes of all tables of an SQLite file, each after those that it refers to. */
export function readShapes(copy: Copy): TableShape[] {
  const read = <Row>(query: string) => [...copy.read<Row>(query, atOnce)].flat();
  const names = read<Named>("select name from sqlite_schema where type = 'table'");
  const references = read<Reference>(
    `select t.name as "from", k."table" as "to"
      from sqlite_schema t, pragma_foreign_key_list(t.name) k where t.type = 'table'`,
  );
  const columns = Map.groupBy(
    read<Column>(
      `select t.name as "table", c.name, c.pk from sqlite_schema t, pragma_table_info(t.name) c where t.type = 'table'`,
    ),
    ({ table }) => table,
  );
  const indexes = Map.groupBy(
    read<IndexColumn>(
      `select t.name as "table", i.name as "index", c.name
        from sqlite_schema t, pragma_index_list(t.name) i, pragma_index_info(i.name) c
        where t.type = 'table' and i."unique" = 1 and i.partial = 0 order by t.name, i.name, c.seqno`,
    ),
    ({ table }) => table,
  );
  return sortTables(names, references).map((name) => {
    const of = columns.get(name) ?? [];
    return {
      name,
      columns: of.map((column) => column.name),
      onlyOnce: findOnlyOnce(name, of, indexes.get(name) ?? []),
      needsUser: references.some(({ from, to }) => from === name && to === "users"),
    };
  });
}

interface Column {
  table: string;
  name: string;
  pk: number;
}

interface IndexColumn {
  table: string;
  index: string;
  name: string | null;
}

function findOnlyOnce(
  table: string,
  columns: readonly Column[],
  indexed: readonly IndexColumn[],
): readonly OnlyOnce[] {
  const identity = columns
    .filter(({ name, pk }) => pk > 0 || name === "organizationId" || name === "userId")
    .map(({ name }) => name);
  return [...Map.groupBy(indexed, ({ index }) => index).values()].flatMap((index) => {
    // An index by an expression has columns without names.
    const names = index.flatMap(({ name }) => name ?? []);
    const isChecked = names.length === index.length && names[0] !== "organizationId";
    return isChecked ? [{ table, columns: names, identity }] : [];
  });
}
