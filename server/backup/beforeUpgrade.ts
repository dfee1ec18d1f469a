import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { CannotStart, Upgrading } from "../database/cannotStart.ts";
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
  /** Default: `makeBackup`. */
  make?: typeof makeBackup;
}

/** How many of these backups are kept. */
const kept = 3;

/**
 * Backs up all rows before a newer version's migration steps run. Gives the folder, or null where nothing had to be kept.
 * Files are not copied: no step changes them.
 */
export async function backUpBeforeUpgrade(deps: UpgradeDeps): Promise<string | null> {
  const { store, migrations, version, dataDir, now, report, make = makeBackup } = deps;
  const { done, pending } = await listSteps(store.db, migrations);
  if (done.length === 0 || pending.length === 0) return null;
  const to = join(dataDir, "upgrades");
  try {
    // Several processes may start at once: each makes its own. In containers all of them may have the same process ID.
    const name = `${nameAt(now())}-${randomBytes(6).toString("hex")}`;
    const folder = await make({ ...deps, version }, { to, name, keep: kept, rowsOnly: true });
    const after = await listSteps(store.db, migrations);
    if (after.pending.length === pending.length) return folder;
    // A table that was altered while it was read may have been read as empty.
    await rm(folder, { recursive: true, force: true });
    report("Another process upgraded the database meanwhile and made its own backup.");
    return null;
  } catch (error) {
    if (error instanceof Upgrading) {
      report("Another process upgrades the database and has made its own backup.");
      return null;
    }
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
