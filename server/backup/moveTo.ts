import { sql } from "kysely";
import { CannotStart } from "../database/cannotStart.ts";
import { isMigrated, migrate } from "../database/migrate.ts";
import type { Migrations } from "../database/migrate.ts";
import type { Db, Store } from "../database/store.ts";
import { rebuildIndex } from "./rebuildIndex.ts";
import { insertRows } from "./rows.ts";
import { openSnapshot } from "./snapshot.ts";

export interface Move {
  from: Store;
  to: Store;
  migrations: Migrations;
  /** Where SQLite's copy lies meanwhile. */
  folder: string;
  report(line: string): void;
}

/**
 * Copies all rows of one store to another, a transaction a table, and compares how many there are. What was cut in the middle
 * is done again: the rows here may be others by then. Files and secret key stay where they are.
 */
export async function moveTo({ from, to, migrations, folder, report }: Move): Promise<string> {
  if (!(await isMigrated(from.db, migrations)))
    throw new CannotStart("Start this version once with the database that is to be moved, then stop it.");
  await migrate(to, migrations);
  const snapshot = await openSnapshot(from, folder);
  try {
    await refuseForeign(from.db, to.db);
    let total = 0;
    for (const table of snapshot.tables) {
      const before = await countRows(from.db, table);
      await to.transaction(async (tx) => {
        await tx.deleteFrom(table as never).execute();
        for await (const rows of snapshot.read(table)) await insertRows(tx, table, rows);
      });
      const after = await countRows(to.db, table);
      if (after !== before)
        throw new CannotStart(
          `${table} has ${before} rows here and ${after} there. Stop the server, then run this again.`,
        );
      total += after;
      if (after > 0) report(`${table}: ${after}`);
    }
    report(`${await rebuildIndex(to)} messages in the search index`);
    return `Moved ${total} rows in ${snapshot.tables.length} tables. Set DATABASE_URL and start.`;
  } finally {
    await snapshot.close();
  }
}

async function countRows(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
    db,
  );
  return Number(rows[0]?.count ?? 0);
}

/** A database in which others work already is none to move into. */
async function refuseForeign(from: Db, to: Db): Promise<void> {
  const ids = await to.selectFrom("users").select("id").limit(1000).execute();
  const known = new Set((await from.selectFrom("users").select("id").execute()).map(({ id }) => id));
  if (ids.some(({ id }) => !known.has(id)))
    throw new CannotStart("The other database has members of its own. Give an empty one.");
}
