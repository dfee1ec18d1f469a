import { backup, DatabaseSync } from "node:sqlite";
import type { SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import { withoutNulCharacters } from "./parameters.ts";

/** What a statement gave: its rows, and how many it changed. */
export interface SqliteResult {
  rows: unknown[];
  changes: number | bigint;
}

/** One open SQLite file. This is the only module that knows node:sqlite, so that another engine is one file away. */
export interface SqliteFile {
  execute(sql: string, parameters: readonly unknown[]): SqliteResult;
  /** Runs settings and several statements at once; gives nothing. */
  run(sql: string): void;
  /** Whether a transaction is open. SQLite ends one by itself when the disk is full. */
  inTransaction(): boolean;
  close(): void;
}

/** 64 MB: then the committing thread copies the log into the file, if the separate thread hasn't (checkpoints.ts). */
const mostPagesInLog = 16_000;
const busyTimeoutMs = 5000;
const statementsKept = 500;
/** What is kept prepared is forgotten with these: all columns of a table may be others then. */
const changing = /^\s*(create|alter|drop)\b/i;
/** Only these are kept prepared: what they give doesn't change unless the schema does. */
const keepable = /^(select|insert|update|delete|with|begin|savepoint|release|commit)\b/i;

/**
 * Opens a file for writing (made when missing) with a write-ahead log, which a power cut never leaves in between two
 * commits. Which commits it has is the caller's to see to: who is told of one waits for the disk (disk.ts).
 */
export function openSqliteFile(path: string): SqliteFile {
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs });
  const file = wrap(database);
  file.run("pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on");
  // What it has to read again the operating system still has; what it keeps itself each server has beside that.
  file.run("pragma cache_size = -16000; pragma temp_store = memory");
  file.run(`pragma wal_autocheckpoint = ${mostPagesInLog}`);
  return file;
}

/**
 * Opens the same file for reading only: it never waits for the writer nor holds it up. A lean one is for rows found by
 * their key: it keeps little, as each commit makes it forget what it kept.
 */
export function openSqliteReader(path: string, { isLean = false } = {}): SqliteFile {
  const file = wrap(new DatabaseSync(path, { readOnly: true, timeout: busyTimeoutMs }));
  file.run("pragma query_only = on");
  if (!isLean) file.run("pragma cache_size = -32000; pragma mmap_size = 268435456");
  return file;
}

/**
 * Takes a lock that the operating system gives back when this process ends, however it ends: an SQLite file held open
 * in an exclusive transaction. A pid file alone can't tell a dead process from a new one with its number, which in a
 * container is the usual case. Gives undefined when another process has it.
 */
export function holdSqliteLock(path: string): { release(): void } | undefined {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec("pragma journal_mode = memory; begin exclusive");
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return { release: () => close(database) };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === 5;
}

function wrap(database: DatabaseSync): SqliteFile {
  const kept = new Map<string, PreparedStatement>();
  return {
    execute: (sql, parameters) => executeStatement(prepare(database, kept, sql), parameters),
    run: (sql) => database.exec(sql),
    inTransaction: () => database.isTransaction,
    close: () => close(database),
  };
}

function close(database: DatabaseSync): void {
  if (database.isOpen) database.close();
}

interface PreparedStatement {
  statement: StatementSync;
  /** The names of the columns that it gives; none where it gives no rows. */
  names: readonly string[];
}

function prepare(
  database: DatabaseSync,
  kept: Map<string, PreparedStatement>,
  sql: string,
): PreparedStatement {
  const known = kept.get(sql);
  if (known) return known;
  const statement = database.prepare(sql);
  const prepared = { statement, names: statement.columns().map(({ name }) => name) };
  // What a write answers has the last row's number, which in a full-text index's own tables may pass what a number holds.
  if (prepared.names.length === 0) statement.setReadBigInts(true);
  else statement.setReturnArrays(true);
  if (changing.test(sql)) kept.clear();
  if (!keepable.test(sql)) return prepared;
  if (kept.size >= statementsKept) kept.clear();
  kept.set(sql, prepared);
  return prepared;
}

function executeStatement(
  { statement, names }: PreparedStatement,
  parameters: readonly unknown[],
): SqliteResult {
  // Kysely hands on what the typed query was given; a value SQLite has no type for is refused by node:sqlite itself.
  const values = withoutNulCharacters(parameters) as SQLInputValue[];
  if (names.length === 0) return { rows: [], changes: Number(statement.run(...values).changes) };
  const found = statement.all(...values) as unknown as SQLOutputValue[][]; // as it was told above
  const rows = found.map((row) => nameValues(names, row));
  return { rows, changes: rows.length };
}

/** Makes a row as all code has it: of what SQLite makes by itself each would have to be copied, for three times the time. */
function nameValues(names: readonly string[], values: readonly SQLOutputValue[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  names.forEach((name, at) => (row[name] = values[at]));
  return row;
}

/** Copies a database while others write to it: the copy is the file as it was at one moment. */
export async function copySqliteFile(from: string, to: string): Promise<void> {
  const database = new DatabaseSync(from, { readOnly: true, timeout: busyTimeoutMs });
  try {
    // A reader's moment that is held: without it the copy starts over after each commit of others.
    database.exec("begin; select count(*) from sqlite_schema");
    await backup(database, to, { rate: pagesAtOnce });
    database.exec("commit");
  } finally {
    close(database);
  }
}

/** Between two such steps others write. */
const pagesAtOnce = 2000;

/** A copy that nobody writes to, read whole, some rows at once. */
export function openSqliteCopy(path: string): {
  /** Gives what a query selects, as the caller knows its columns. */
  read<Row>(query: string, atOnce: number): Generator<Row[]>;
  close(): void;
} {
  const database = new DatabaseSync(path, { readOnly: true });
  return {
    *read<Row>(query: string, atOnce: number) {
      let batch: Row[] = [];
      for (const row of database.prepare(query).iterate()) {
        batch.push(row as Row); // the columns that were asked for
        if (batch.length < atOnce) continue;
        yield batch;
        batch = [];
      }
      if (batch.length > 0) yield batch;
    },
    close: () => close(database),
  };
}
