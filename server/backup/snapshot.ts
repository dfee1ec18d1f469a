import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { holdMigrations } from "../database/migrate.ts";
import { copySqliteFile, openSqliteCopy } from "../database/sqlite.ts";
import type { Db, Dialect, Store } from "../database/store.ts";
import type { Row } from "./rows.ts";

/** All rows at one point in time. */
export interface Snapshot {
  readonly dialect: Dialect;
  /** The tables, each after those that it refers to. Tables that are rebuilt from others are left out. */
  readonly tables: readonly string[];
  read(table: string): AsyncIterable<Row[]>;
  close(): Promise<void>;
}

const rowsAtOnce = 500;

/** Tables that no backup needs: the manifest lists migration steps, and the index of messages is rebuilt. */
const leftOut = /^(sqlite_|kysely_|messageIndex$|messageTerms)/;

/**
 * Takes a snapshot of all rows while others continue to write. On SQLite it is a copy of the file in `folder`, which needs as
 * much free space. The caller closes it.
 */
export function openSnapshot(store: Store, folder: string): Promise<Snapshot> {
  return store.file === undefined ? openPostgresSnapshot(store) : openSqliteSnapshot(store.file, folder);
}

async function openSqliteSnapshot(file: string, folder: string): Promise<Snapshot> {
  const room = await mkdtemp(join(folder, "snapshot-"));
  const path = join(room, "copy.db");
  await copySqliteFile(file, path);
  const copy = openSqliteCopy(path);
  const names = copy.read<Named>("select name from sqlite_schema where type = 'table'", 10_000);
  const refs = copy.read<Reference>(
    `select t.name as "from", k."table" as "to"
      from sqlite_schema t, pragma_foreign_key_list(t.name) k where t.type = 'table'`,
    10_000,
  );
  return {
    dialect: "sqlite",
    tables: sortTables([...names].flat(), [...refs].flat()),
    async *read(table) {
      yield* copy.read<Row>(`select * from "${table}"`, rowsAtOnce);
    },
    async close() {
      copy.close();
      await rm(room, { recursive: true, force: true });
    },
  };
}

async function openPostgresSnapshot(store: Store): Promise<Snapshot> {
  // A table that is altered while it is read may be read as empty.
  const letMigrate = await holdMigrations(store);
  try {
    const snapshot = await readInside(store);
    return {
      ...snapshot,
      async close() {
        try {
          await snapshot.close();
        } finally {
          await letMigrate();
        }
      },
    };
  } catch (error) {
    await letMigrate();
    throw error;
  }
}

async function readInside({ db }: Store): Promise<Snapshot> {
  const tx = await db
    .startTransaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute();
  const names = await sql<Named>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(tx);
  const references = await sql<Reference>`
    select f.relname as "from", t.relname as "to" from pg_constraint c
    join pg_class f on f.oid = c.conrelid join pg_class t on t.oid = c.confrelid
    where c.contype = 'f' and c.connamespace = current_schema()::regnamespace`.execute(tx);
  return {
    dialect: "postgres",
    tables: sortTables(names.rows, references.rows),
    read: (table) => readByCursor(tx, table),
    close: async () => {
      await tx.rollback().execute();
    },
  };
}

async function* readByCursor(db: Db, table: string): AsyncGenerator<Row[]> {
  await sql`declare backup_rows no scroll cursor for select * from ${sql.table(table)}`.execute(db);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(rowsAtOnce)} from backup_rows`.execute(db);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`close backup_rows`.execute(db);
}

/** A table's name. */
export interface Named {
  name: string;
}

/** A table that refers to another. */
export interface Reference {
  from: string;
  to: string;
}

/** Sorts the tables of a backup by name, but each table after those that it refers to. */
export function sortTables(named: readonly Named[], references: readonly Reference[]): string[] {
  const names = named
    .map(({ name }) => name)
    .filter((name) => !leftOut.test(name))
    .toSorted();
  const sorted = new Set<string>();
  const add = (name: string, above: readonly string[]) => {
    if (sorted.has(name) || above.includes(name)) return;
    for (const { from, to } of references) if (from === name) add(to, [...above, name]);
    sorted.add(name);
  };
  for (const name of names) add(name, []);
  return [...sorted];
}
