import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { CannotStart } from "../database/cannotStart.ts";
import { dialectOf } from "../database/columns.ts";
import { isUniqueViolation } from "../database/faults.ts";
import type { Db, Store } from "../database/store.ts";
import { encodeRow, insertRows } from "./rows.ts";
import type { Row } from "./rows.ts";

/** How many rows are compared by one hash. */
const rowsAtOnce = 1000;

export interface CopiedTable {
  rows: number;
  /** How many of them were there already. */
  before: number;
}

/**
 * Makes a table the same in another store, a thousand rows at a time, and compares the hash of each thousand afterwards. What is
 * there already is not written again, so that a copy that was killed continues where it stopped.
 */
export async function copyTable(
  to: Store,
  { table, read }: { table: string; read: () => AsyncIterable<Row[]> },
): Promise<CopiedTable> {
  const keys = await readKeys(to, table);
  if (keys.length === 0) return copyWhole(to, table, read());
  const copied = await copyChunks(to, { table, keys }, read()).catch((error: unknown) => {
    // A row of an earlier copy, which is not here any longer, has what only one may have.
    if (isUniqueViolation(error)) return null;
    throw error;
  });
  const isSame = copied !== null && (await countRows(to.db, table)) === copied.rows;
  return isSame ? copied : copyWhole(to, table, read());
}

async function copyChunks(
  to: Store,
  place: Omit<Chunk, "rows">,
  batches: AsyncIterable<Row[]>,
): Promise<CopiedTable> {
  const copied: CopiedTable = { rows: 0, before: 0 };
  for await (const rows of regroup(batches)) {
    const chunk = { ...place, rows };
    const isThere = hashOf(await findRows(to.db, chunk)) === hashOf(rows);
    if (!isThere) await to.transaction((tx) => writeChunk(tx, chunk));
    copied.rows += rows.length;
    copied.before += isThere ? rows.length : 0;
  }
  return copied;
}

/** Adds rows to a table, in the place of those with their keys, and compares them by hash in the same transaction. */
export async function addRows(to: Store, table: string, batches: AsyncIterable<Row[]>): Promise<number> {
  const place = { table, keys: await readKeys(to, table) };
  return (await copyChunks(to, place, batches)).rows;
}

/** The same for at most a thousand rows, inside a transaction. */
export async function addRowsInside(
  tx: Db,
  { dialect }: Pick<Store, "dialect">,
  { table, rows }: Pick<Chunk, "table" | "rows">,
): Promise<number> {
  const keys = await readKeys({ db: tx, dialect }, table);
  if (rows.length > 0) await writeChunk(tx, { table, keys, rows });
  return rows.length;
}

interface Chunk {
  table: string;
  keys: readonly Key[];
  rows: readonly Row[];
}

async function writeChunk(tx: Db, chunk: Chunk): Promise<void> {
  const { table, rows } = chunk;
  await sql`delete from ${sql.table(table)} where ${isOneOf(tx, chunk)}`.execute(tx);
  await insertRows(tx, table, rows);
  if (hashOf(await findRows(tx, chunk)) !== hashOf(rows))
    throw new CannotStart(
      `Rows of ${table} are not the same after they were copied. Nothing was switched over.`,
    );
}

async function copyWhole(to: Store, table: string, batches: AsyncIterable<Row[]>): Promise<CopiedTable> {
  let rows = 0;
  await to.transaction(async (tx) => {
    rows = 0;
    await tx.deleteFrom(table as never).execute(); // a name that the schema gave
    for await (const batch of batches) {
      await insertRows(tx, table, batch);
      rows += batch.length;
    }
  });
  return { rows, before: 0 };
}

async function findRows(db: Db, chunk: Chunk): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select * from ${sql.table(chunk.table)} where ${isOneOf(db, chunk)}`.execute(db);
  return rows;
}

/** Whether a row has the key of one of these. */
function isOneOf(db: Db, { keys, rows }: Chunk): RawBuilder<unknown> {
  const columns = sql.join(keys.map(({ name }) => sql.ref(name)));
  if (dialectOf(db) === "sqlite") {
    const values = rows.map((row) => sql`(${sql.join(keys.map(({ name }) => sql.val(row[name])))})`);
    return sql`(${columns}) in (values ${sql.join(values)})`;
  }
  // As a table, which Postgres joins by the index; from a list of a thousand it compares each row with all of them.
  const lists = keys.map(
    ({ name, type }) => sql`${sql.val(rows.map((row) => row[name]))}::${sql.raw(type)}[]`,
  );
  return sql`(${columns}) in (select * from unnest(${sql.join(lists)}))`;
}

/** A column of a primary key. */
interface Key {
  name: string;
  type: string;
}

/** The columns of a table's primary key; none where it has no key. */
async function readKeys({ db, dialect }: Pick<Store, "db" | "dialect">, table: string): Promise<Key[]> {
  const { rows } =
    dialect === "sqlite"
      ? await sql<Key>`select name, type from pragma_table_info(${table}) where pk > 0 order by pk`.execute(
          db,
        )
      : await sql<Key>`
          select a.attname as name, format_type(a.atttypid, null) as type from pg_index i
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
          where i.indisprimary and i.indrelid = ${`"${table}"`}::regclass`.execute(db);
  return rows;
}

async function* regroup(batches: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
  let group: Row[] = [];
  for await (const batch of batches) {
    group.push(...batch);
    if (group.length < rowsAtOnce) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/** The SHA-256 of rows, in whatever order they and their columns come. */
function hashOf(rows: readonly Row[]): string {
  const lines = rows.map((row) =>
    encodeRow(Object.fromEntries(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))),
  );
  return createHash("sha256").update(lines.toSorted().join("\n")).digest("hex");
}

/** How many rows a table has. */
export async function countRows(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
    db,
  );
  return Number(rows[0]?.count ?? 0);
}
