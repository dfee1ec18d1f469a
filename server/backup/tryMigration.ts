import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { CannotStart } from "../database/cannotStart.ts";
import { listSteps, migrate, migrateAndTakeBack } from "../database/migrate.ts";
import type { Migrations } from "../database/migrate.ts";
import { openStore } from "../database/openStore.ts";
import { copySqliteFile } from "../database/sqlite.ts";
import { sqliteFileName } from "../database/sqliteStore.ts";
import type { Store } from "../database/store.ts";

/**
 * Tries the migration steps of this version and says how long they take, without keeping the result: on a copy of the SQLite
 * file, or in a transaction on Postgres that is rolled back.
 */
export async function tryMigration(store: Store, migrations: Migrations): Promise<string> {
  const { pending } = await listSteps(store.db, migrations);
  if (pending.length === 0) return "Nothing to do: the database is up to date.";
  const startedAt = performance.now();
  if (store.file === undefined) await migrateAndTakeBack(store, migrations);
  else await tryOnCopy(store.file, migrations);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  return [
    `These steps succeed and take ${seconds} s. Nothing was changed.`,
    ...pending.map((name) => `  ${name}`),
  ].join("\n");
}

async function tryOnCopy(file: string, migrations: Migrations): Promise<void> {
  // The system's temporary folder may be in memory, so the data folder comes first.
  const folder = await mkdtemp(join(dirname(file), "try-")).catch(() => mkdtemp(join(tmpdir(), "try-")));
  try {
    await copySqliteFile(file, join(folder, sqliteFileName));
    const copy = await openStore({ dataDir: folder, isBrief: true });
    try {
      await migrate(copy, migrations);
    } finally {
      await copy.close();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CannotStart(`The steps of this version would fail: ${reason} Nothing was changed.`, {
      cause: error,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
