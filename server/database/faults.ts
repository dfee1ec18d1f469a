/** Whether the store refused a row because its key, or another unique value of it, is there already. */
export function isUniqueViolation(error: unknown): boolean {
  return sqliteUnique.has(readField(error, "errcode")) || readField(error, "code") === "23505";
}

/** Whether two transactions got in each other's way, so that this one was rolled back and may simply run again. */
export function isConflict(error: unknown): boolean {
  return conflicts.has(readField(error, "code"));
}

/** Whether a statement failed because another transaction holds a lock that it was told not to wait for. */
export function isLocked(error: unknown): boolean {
  return readField(error, "code") === "55P03";
}

/** Whether a value has no room in its column, or is of another kind than that. SQLite takes them all. */
export function isUnkeepable(error: unknown): boolean {
  return unkeepable.has(readField(error, "code"));
}

/** Whether a statement was given up because it took too long. */
export function isTooSlow(error: unknown): boolean {
  return readField(error, "code") === tooSlow;
}

/** Whether the connection to the database was lost or could not be had. */
export function isConnectionLoss(error: unknown): boolean {
  if (lostConnections.has(readField(error, "code"))) return true;
  // A file that is not there has ENOENT too: only what happened to a socket counts.
  if (socketCalls.has(readField(error, "syscall"))) return true;
  return (
    error instanceof Error &&
    /connection (terminated|ended)|not queryable|timeout exceeded when/i.test(error.message)
  );
}

/** Whether the database's file is damaged, as far as the statement that failed has come across it. */
export function isDamage(error: unknown): boolean {
  const code = readField(error, "errcode");
  if (typeof code === "number" && damages.has(code & 0xff)) return true;
  return error instanceof Error && error.cause !== undefined && isDamage(error.cause);
}

/** Whether there was no room to keep something, in the database or as a file. */
export function isDiskFull(error: unknown): boolean {
  if (fullDisks.has(readField(error, "errcode")) || fullDisks.has(readField(error, "code"))) return true;
  return error instanceof Error && error.cause !== undefined && isDiskFull(error.cause);
}

/** query_canceled of Postgres, which the readers of SQLite use as well */
export const tooSlow = "57014";

/** SQLITE_FULL, Postgres's disk_full; what a file's write says */
const fullDisks = new Set<unknown>([13, "53100", "ENOSPC", "EDQUOT"]);

/** SQLITE_CORRUPT, SQLITE_NOTADB; the upper bits tell where */
const damages = new Set([11, 26]);

/** SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE, SQLITE_CONSTRAINT_ROWID */
const sqliteUnique = new Set<unknown>([1555, 2067, 2579]);

/** serialization_failure, deadlock_detected */
const conflicts = new Set<unknown>(["40001", "40P01"]);

/** numeric_value_out_of_range, invalid_text_representation */
const unkeepable = new Set<unknown>(["22003", "22P02"]);

/** connection_exception and its kin; admin_shutdown, crash_shutdown, cannot_connect_now */
const lostConnections = new Set<unknown>([
  "08000",
  "08001",
  "08003",
  "08004",
  "08006",
  "57P01",
  "57P02",
  "57P03",
  "ECONNRESET",
  "EPIPE",
]);

const socketCalls = new Set<unknown>(["connect"]);

function readField(error: unknown, field: string): unknown {
  return error instanceof Error && field in error ? Reflect.get(error, field) : undefined;
}
