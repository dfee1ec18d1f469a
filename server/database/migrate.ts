import { sql } from "kysely";
import type { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import type { Migration } from "kysely/migration";
import { CannotStart, Upgrading, whatToTry } from "./cannotStart.ts";
import { isDamage } from "./faults.ts";
import type { Db, Store } from "./store.ts";

/** To what the rows of a table without an agent's ID belong: the organization, or the row of another table that a column names. */
export type Owner = "organization" | { of: string; by: string };

/** One step. A table that it creates with an organization's ID but no agent's has an owner: backups are restored by them. */
export interface Step extends Migration {
  owners?: Record<string, Owner>;
}

/** The steps of a capability from nothing to its tables of today, by name: a number that no other step has, and a word. */
export type Migrations = Record<string, Step>;

/** The owners of all tables that these steps create. */
export function listOwners(steps: Migrations): Record<string, Owner> {
  return Object.assign({}, ...Object.values(steps).map(({ owners }) => owners));
}

/** The first and the last step of the databases that were made before the first release, which had steps of their own. */
const early = { first: "0001_house", last: "0064_refusalsTold" };

/** What `adopt` takes the place of the early steps: the tables that they made are those of the first fifteen. */
const adoptedSteps = 15;

/**
 * Brings the database up to this version and gives the names of the steps that it ran. All of them run in one
 * transaction, behind a lock on Postgres: cut in the middle nothing has happened, and of two servers that start at once
 * one does it while the other waits. Throws CannotStart for a database that a newer version has
 * written, for one from before the first release, and for a damaged one.
 */
export async function migrate(store: Store, steps: Migrations): Promise<string[]> {
  try {
    return await runSteps(store, steps);
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw new CannotStart(`The database ${store.file ?? ""} is damaged. ${whatToTry}`, { cause: error });
  }
}

async function runSteps(store: Store, steps: Migrations): Promise<string[]> {
  refuseUnknown(await readDone(store.db), Object.keys(steps));
  if (store.dialect === "sqlite") return runInside(store.db, steps);
  return store.db.transaction().execute(async (tx) => {
    await waitForLock(tx);
    return runInside(tx, steps);
  });
}

/**
 * Held until the transaction ends. Kysely's own lock belongs to the session, which a pooler in transaction mode gives to
 * somebody else after each transaction: such a lock guards nothing there, and may never be let go.
 */
const migrationLock = 7_205_940_379;

/** A backup that is under way may take longer than any statement. */
async function waitForLock(tx: Db): Promise<void> {
  const { rows } = await sql<{
    before: string;
  }>`select current_setting('statement_timeout') as before`.execute(tx);
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(tx);
  await sql`select set_config('statement_timeout', ${rows[0]?.before ?? "0"}, true)`.execute(tx);
}

/**
 * Keeps migrations of Postgres from running until the function that it gives is called, in a transaction of its own, so
 * that one that reads begins behind the lock. Throws Upgrading while a migration runs.
 */
export async function holdMigrations({ db }: Store): Promise<() => Promise<void>> {
  const tx = await db.startTransaction().execute();
  const { rows } = await sql<{ isHeld: boolean }>`
    select pg_try_advisory_xact_lock_shared(${sql.lit(migrationLock)}) as "isHeld"`.execute(tx);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
  const release = async () => void (await tx.rollback().execute());
  if (rows[0]?.isHeld) return release;
  await release();
  throw new Upgrading("The database is being upgraded by another process. Try again when it has ended.");
}

async function runInside(db: Db, steps: Migrations): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => steps } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) {
    const failed = results.find((result) => result.status === "Error");
    throw new Error(
      `The database could not be brought up to this version${failed ? ` (${failed.migrationName})` : ""}.`,
      { cause: error },
    );
  }
  return results.map((result) => result.migrationName);
}

/** The steps that a database has, and those that it lacks. */
export async function listSteps(db: Db, steps: Migrations): Promise<{ done: string[]; pending: string[] }> {
  const done = await readDone(db);
  refuseUnknown(done, Object.keys(steps));
  return { done, pending: Object.keys(steps).filter((name) => !done.includes(name)) };
}

/** Does the steps in a transaction on Postgres, and takes them back. */
export async function migrateAndTakeBack(store: Store, steps: Migrations): Promise<void> {
  const tx = await store.db.startTransaction().execute();
  const db: object = tx; // a Kysely, too: store.ts says why the compiler isn't asked
  try {
    await waitForLock(db as Db);
    await runInside(db as Db, steps);
  } finally {
    await tx.rollback().execute();
  }
}

/** Says whether the database is at this version: what readiness asks. */
export async function isMigrated(db: Db, steps: Migrations): Promise<boolean> {
  const done = new Set(await readDone(db));
  return Object.keys(steps).every((name) => done.has(name));
}

/**
 * Takes over a database from before the first release, once: it has the same tables under the names of other steps. Says
 * what it did. Throws CannotStart where the database is not from the last version before it.
 */
export async function adopt(store: Store, steps: Migrations): Promise<string> {
  const done = await readDone(store.db);
  if (!done.includes(early.first)) return "Nothing to do: this database has the steps of a release.";
  if (!done.includes(early.last))
    throw new CannotStart(
      `The database stops at ${done.at(-1) ?? early.first}. Start the last version before 0.1.0 with it once, then run this again.`,
    );
  const names = Object.keys(steps).slice(0, adoptedSteps);
  await store.transaction(async (tx) => {
    const db = withSteps(tx);
    await db.deleteFrom("kysely_migration").execute();
    const timestamp = sql<string>`${new Date().toISOString()}`;
    await db
      .insertInto("kysely_migration")
      .values(names.map((name) => ({ name, timestamp })))
      .execute();
  });
  return "This database is now one of release 0.1.0. Nothing in it was changed.";
}

function refuseUnknown(done: string[], known: string[]): void {
  if (done.includes(early.first) && !known.includes(early.first))
    throw new CannotStart(
      "The database is from before the first release. Make a backup, then run `npm run cli -- adopt` once: it keeps everything.",
    );
  const unknown = done.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new CannotStart(
    `The database was written by a newer Pilothouse (it has ${unknown.join(", ")}, which this version doesn't know). ` +
      "Start that version or a later one, or restore a backup made before the upgrade.",
  );
}

async function readDone(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === "kysely_migration")) return [];
  const rows = await withSteps(db).selectFrom("kysely_migration").select("name").orderBy("name").execute();
  return rows.map((row) => row.name);
}

/** The migrator's own table, which Tables doesn't list because nothing else touches it. */
function withSteps(db: unknown): Kysely<{ kysely_migration: { name: string; timestamp: string } }> {
  return db as Kysely<{ kysely_migration: { name: string; timestamp: string } }>; // the same connection, seen with one table more
}
