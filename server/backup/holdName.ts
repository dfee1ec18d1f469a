import { existsSync, rmSync } from "node:fs";
import { holdSqliteLock } from "../database/sqlite.ts";

/** The name of a backup, held for as long as it is made or removed. */
export interface HeldName {
  release(): void;
}

/** Beside the backup, so that what is being made can be removed without it. */
const lockOf = (folder: string) => `${folder}.lock`;

/** Holds the name of a backup. Undefined where another process has it; one that was killed has none. */
export function holdName(folder: string): HeldName | undefined {
  const lock = tryLock(lockOf(folder));
  return lock === undefined ? undefined : hold(folder, lock);
}

/** Holds the name of a backup that was begun by a process that is gone for sure. */
export function holdAbandoned(folder: string): HeldName | undefined {
  // Earlier versions held none.
  if (!existsSync(lockOf(folder))) return undefined;
  const lock = tryLock(lockOf(folder));
  return lock ? hold(folder, lock) : undefined;
}

function hold(folder: string, lock: HeldName | null): HeldName {
  return {
    release() {
      rmSync(lockOf(folder), { force: true });
      lock?.release();
    },
  };
}

/** Null where the file system has no locks, as some network shares: two processes then meet at the folder itself. */
function tryLock(path: string): HeldName | undefined | null {
  try {
    return holdSqliteLock(path);
  } catch {
    return null;
  }
}
