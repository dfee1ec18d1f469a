import type { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import type { Migration } from "kysely/migration";
import { CannotStart, whatToTry } from "./cannotStart.ts";
import { isDamage } from "./faults.ts";
import { migrations } from "./migrations/index.ts";
import type { Db, Store } from "./store.ts";

/**
 * Brings the database up to this version and gives the names of the steps that it ran. All of them run in one
 * transaction, behind a lock on Postgres: cut in the middle nothing has happened, and of two servers that start at once
 * one does it while the other waits. Throws CannotStart for a database that a newer version has
 * written, and for a damaged one.
 */
export async function migrate(
  store: Store,
  steps: Record<string, Migration> = migrations,
): Promise<string[]> {
  try {
    return await runSteps(store, steps);
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw new CannotStart(`The database ${store.file ?? ""} is damaged. ${whatToTry}`, { cause: error });
  }
}

async function runSteps(store: Store, steps: Record<string, Migration>): Promise<string[]> {
  await refuseNewer(store.db, Object.keys(steps));
  const migrator = new Migrator({ db: store.db, provider: { getMigrations: async () => steps } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) {
    const failed = results.find((result) => result.status === "Error");
    throw new Error(
      `The database could not be brought up to this version${failed ? ` (${failed.migrationName})` : ""}.`,
      {
        cause: error,
      },
    );
  }
  return results.map((result) => result.migrationName);
}

/** Says whether the database is at this version: what readiness asks. */
export async function isMigrated(db: Db, steps: Record<string, Migration> = migrations): Promise<boolean> {
  const done = new Set(await readDone(db));
  return Object.keys(steps).every((name) => done.has(name));
}

async function refuseNewer(db: Db, known: string[]): Promise<void> {
  const unknown = (await readDone(db)).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new CannotStart(
    `The database was written by a newer Pilothouse (it has ${unknown.join(", ")}, which this version doesn't know). ` +
      "Start that version or a later one, or restore a backup made before the upgrade.",
  );
}

async function readDone(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === "kysely_migration")) return [];
  // The migrator's own table, which Tables doesn't list because nothing else touches it.
  const withSteps = db as unknown as Kysely<{ kysely_migration: { name: string } }>;
  const rows = await withSteps.selectFrom("kysely_migration").select("name").execute();
  return rows.map((row) => row.name);
}
