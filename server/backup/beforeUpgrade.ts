import { join } from "node:path";
import { CannotStart } from "../database/cannotStart.ts";
import { listSteps } from "../database/migrate.ts";
import type { Migrations } from "../database/migrate.ts";
import type { Store } from "../database/store.ts";
import type { FileStore } from "../storage/fileStore.ts";
import { makeBackup, nameAt } from "./makeBackup.ts";

export interface UpgradeDeps {
  store: Store;
  files: FileStore;
  migrations: Migrations;
  version: string;
  dataDir: string;
  now: () => number;
  report(line: string): void;
}

/** How many stay: those of the last upgrades. */
const kept = 3;

/**
 * Keeps all rows before steps of a newer version change them, and gives the folder; null where there is nothing to keep.
 * Files need no copy: no step changes them.
 */
export async function backUpBeforeUpgrade(deps: UpgradeDeps): Promise<string | null> {
  const { store, migrations, version, dataDir, now } = deps;
  const { done, pending } = await listSteps(store.db, migrations);
  if (done.length === 0 || pending.length === 0) return null;
  const to = join(dataDir, "upgrades");
  try {
    // Of several processes that start at once each keeps its own.
    const name = `${nameAt(now())}-${process.pid}`;
    return await makeBackup({ ...deps, version }, { to, name, keep: kept, rowsOnly: true });
  } catch (error) {
    throw new CannotStart(
      `The database has to be brought up to version ${version}, and the backup before that failed: ${describe(error)}. ` +
        "Make room in the data folder, or make a backup yourself and set BACKUP_BEFORE_UPGRADE=off.",
      { cause: error },
    );
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
