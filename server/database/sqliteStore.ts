import { closeSync, existsSync, openSync, readFileSync, readSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Kysely, sql } from "kysely";
import { CannotStart, whatToTry } from "./cannotStart.ts";
import { createCheckpoints } from "./checkpoints.ts";
import { createCommits } from "./commits.ts";
import { openDisk } from "./disk.ts";
import { makePrivateFolder } from "./privateFolder.ts";
import { createReaders } from "./readers.ts";
import { holdSqliteLock, openSqliteFile, openSqliteReader } from "./sqlite.ts";
import type { SqliteFile } from "./sqlite.ts";
import { createSqliteRooms, openSqliteDb, workInside } from "./sqliteDialect.ts";
import { runTransaction } from "./transaction.ts";
import type { Store, StoreOptions, Tables, Tx } from "./store.ts";

/** The name of the database inside the data folder. */
export const sqliteFileName = "pilothouse.db";

/** Stands in the header of our files ("PILO"), so that somebody else's database is never taken for ours. */
const applicationId = 0x50494c4f;
const sqliteHeader = "SQLite format 3\u0000";

/** Opens the database in the data folder, making both when they are missing, with a lock against a second server. */
export async function openSqliteStore({
  dataDir,
  report = console.error,
  isBrief = false,
  observe,
}: StoreOptions): Promise<Store> {
  const folder = resolve(dataDir);
  makeFolder(folder);
  const lock = isBrief ? { release() {} } : lockFolder(folder);
  try {
    const path = join(folder, sqliteFileName);
    const file = openChecked(path);
    const reads = openSqliteReader(path, { isLean: true });
    const disk = await openDisk(path, giveUp);
    const readers = createReaders(path, { observe });
    const checkpoints = createCheckpoints({ checkpoint: readers.checkpoint, report });
    const committed = () => {
      disk.changed();
      checkpoints.committed();
    };
    const commits = createCommits({ file, committed });
    const ways = {
      file: timed(file, "write", observe),
      reads: timed(reads, "read", observe),
      commits,
      written: disk.written,
    };
    const db = openSqliteDb(ways);
    const early = openSqliteDb(ways, { isEarly: true });
    const reader = new Kysely<Tables>({ dialect: { ...createSqliteRooms(), createDriver: () => readers } });
    return {
      dialect: "sqlite",
      db,
      early,
      reader,
      file: path,
      transaction: (work, { isEarly = false, whenCommitted } = {}) =>
        runTransaction({
          ...{ db: early, work: (tx: Tx) => workInside(tx, work), report, whenCommitted },
          ...(!isEarly && { written: disk.written }),
        }),
      findDamage: readers.findDamage,
      ping: async () => {
        await Promise.all([sql`select 1`.execute(db), sql`select 1`.execute(reader)]);
      },
      close: async () => {
        checkpoints.stop();
        await reader.destroy();
        await readers.destroy();
        await early.destroy();
        await db.destroy();
        commits.flush();
        await disk.close();
        reads.close();
        file.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The same file, whose statements are told with their times. */
function timed(file: SqliteFile, way: "write" | "read", observe: StoreOptions["observe"]): SqliteFile {
  if (!observe) return file;
  return {
    ...file,
    execute(sql, parameters) {
      const startedAt = performance.now();
      const result = file.execute(sql, parameters);
      observe({ sql, ms: performance.now() - startedAt, way });
      return result;
    },
  };
}

/** What was confirmed may be lost: the next start finds what the disk has, and nothing more is confirmed. */
function giveUp(error: unknown): never {
  console.error("The disk refuses to keep the database's last changes; the server ends.", error);
  process.exit(1);
}

function makeFolder(folder: string): void {
  try {
    makePrivateFolder(folder);
  } catch (error) {
    throw new CannotStart(
      `The data folder ${folder} can't be made: ${describe(error)}. Set DATA_DIR to another one.`,
    );
  }
}

function lockFolder(folder: string): { release(): void } {
  const pidFile = join(folder, "pilothouse.pid");
  const lock = tryLock(folder);
  if (!lock) {
    const pid = existsSync(pidFile) ? readFileSync(pidFile, "utf8").trim() : "unknown";
    throw new CannotStart(
      `Pilothouse is running already on ${folder} (process ${pid}). Stop it first, or set DATA_DIR to another folder.`,
    );
  }
  try {
    writeFileSync(pidFile, `${process.pid}\n`);
  } catch (error) {
    lock.release();
    throw new CannotStart(`The data folder ${folder} can't be written to: ${describe(error)}.`);
  }
  return lock;
}

function tryLock(folder: string): { release(): void } | undefined {
  try {
    return holdSqliteLock(join(folder, "pilothouse.lock"));
  } catch (error) {
    throw new CannotStart(`The data folder ${folder} can't be written to: ${describe(error)}.`);
  }
}

function openChecked(path: string): SqliteFile {
  let file: SqliteFile | undefined;
  try {
    checkBeforeOpening(path);
    file = openSqliteFile(path);
    claimFile(file, path);
    return file;
  } catch (error) {
    file?.close();
    if (error instanceof CannotStart) throw error;
    throw new CannotStart(`The database ${path} can't be opened: ${describe(error)}. ${whatToTry}`);
  }
}

function checkBeforeOpening(path: string): void {
  const isThere = existsSync(path) && statSync(path).size > 0;
  if (isThere && !readStart(path).startsWith(sqliteHeader)) {
    throw new CannotStart(
      `${path} is not a database of Pilothouse, or its beginning is damaged. ${whatToTry}`,
    );
  }
  const log = `${path}-wal`;
  if (!isThere && existsSync(log) && statSync(log).size > 0) {
    throw new CannotStart(
      `${path} is missing, but ${log}, which belongs to it and holds its last changes, is there. ` +
        "Put the database back beside it, or move that file away to begin with an empty database.",
    );
  }
}

function readStart(path: string): string {
  const descriptor = openSync(path, "r");
  try {
    const start = Buffer.alloc(sqliteHeader.length);
    readSync(descriptor, start, 0, start.length, 0);
    return start.toString("latin1");
  } finally {
    closeSync(descriptor);
  }
}

/** Writes our mark into a new file, and refuses a file with other tables and without the mark. */
function claimFile(file: SqliteFile, path: string): void {
  const mark = readNumber(file, "pragma application_id");
  if (mark === applicationId) return;
  if (mark !== 0 || readNumber(file, "select count(*) from sqlite_schema") > 0) {
    throw new CannotStart(
      `${path} is a database of another program. Set DATA_DIR to a folder of Pilothouse's own.`,
    );
  }
  file.run(`pragma application_id = ${applicationId}`);
}

function readNumber(file: SqliteFile, statement: string): number {
  const [row] = file.execute(statement, []).rows;
  return Number(Object.values(row ?? {})[0]);
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
