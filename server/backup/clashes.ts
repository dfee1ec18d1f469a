import { sql } from "kysely";
import { CannotStart } from "../database/cannotStart.ts";
import type { Db } from "../database/store.ts";
import type { Row } from "./rows.ts";

/** Values that may occur once in an installation, other than the key of an organization's own row. */
export interface OnlyOnce {
  table: string;
  columns: readonly string[];
  /** What tells a row that is here already from another one. */
  identity: readonly string[];
}

/** Values that may be printed: the others are hashes and tokens. */
const printed = new Set(["slug", "domain", "email"]);
const rowsAtOnce = 200;

/** Throws CannotStart, in words, where data here already has a value that only one row may have. */
export async function refuseClash(db: Db, once: OnlyOnce, rows: readonly Row[]): Promise<void> {
  const { table, columns, identity } = once;
  const asked = rows.filter((row) => columns.every((column) => row[column] !== null));
  for (let from = 0; from < asked.length; from += rowsAtOnce) {
    const batch = asked.slice(from, from + rowsAtOnce);
    const conditions = batch.map(
      (row) =>
        sql`(${sql.join(
          columns.map((column) => sql`${sql.ref(column)} = ${row[column]}`),
          sql` and `,
        )})`,
    );
    const { rows: here } = await sql<Row>`
      select * from ${sql.table(table)} where ${sql.join(conditions, sql` or `)}`.execute(db);
    const own = new Set(batch.map((row) => write(row, [...columns, ...identity])));
    const other = here.find((row) => !own.has(write(row, [...columns, ...identity])));
    if (other) throw new CannotStart(describe(once, other));
  }
}

function describe({ table, columns }: OnlyOnce, row: Row): string {
  const values = columns.map((column) =>
    printed.has(column) ? `${column} “${String(row[column])}”` : column,
  );
  return `The ${values.join(" and ")} of ${table} in the backup belongs to other data here. Nothing was restored. Change it here, or restore into an empty installation.`;
}

function write(row: Row, columns: readonly string[]): string {
  return JSON.stringify(columns.map((column) => row[column]));
}
