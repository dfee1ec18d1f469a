import { CannotStart } from "../database/cannotStart.ts";
import { isMigrated, migrate } from "../database/migrate.ts";
import type { Migrations } from "../database/migrate.ts";
import type { Db, Store } from "../database/store.ts";
import { copyTable, countRows } from "./copyTable.ts";
import { rebuildIndex } from "./rebuildIndex.ts";
import { openSnapshot } from "./snapshot.ts";

export interface Move {
  from: Store;
  to: Store;
  migrations: Migrations;
  /** Where SQLite's snapshot is kept meanwhile. */
  folder: string;
  report(line: string): void;
}

/**
 * Copies all rows of one store to another and compares each thousand of them by hash. A move that was killed continues where it
 * stopped. Files and secret key stay where they are.
 */
export async function moveTo({ from, to, migrations, folder, report }: Move): Promise<string> {
  if (!(await isMigrated(from.db, migrations)))
    throw new CannotStart("Start this version once with the database that is to be moved, then stop it.");
  await migrate(to, migrations);
  const snapshot = await openSnapshot(from, folder);
  try {
    await refuseForeign(from.db, to.db);
    let [total, before] = [0, 0];
    for (const table of snapshot.tables) {
      const copied = await copyTable(to, { table, read: () => snapshot.read(table) });
      const here = await countRows(from.db, table);
      if (copied.rows !== here)
        throw new CannotStart(
          `${table} has ${here} rows here and ${copied.rows} there. Stop the server, then run this again.`,
        );
      [total, before] = [total + copied.rows, before + copied.before];
      if (copied.rows > 0)
        report(`${table}: ${copied.rows}${copied.before > 0 ? `, already there: ${copied.before}` : ""}`);
    }
    report(`${await rebuildIndex(to)} messages in the search index`);
    const known = before > 0 ? ` ${before} of them were there already.` : "";
    return `Moved ${total} rows in ${snapshot.tables.length} tables.${known} Set DATABASE_URL and start.`;
  } finally {
    await snapshot.close();
  }
}

/** Refuses a database with other people's rows. */
async function refuseForeign(from: Db, to: Db): Promise<void> {
  const ids = await to.selectFrom("users").select("id").limit(1000).execute();
  const known = new Set((await from.selectFrom("users").select("id").execute()).map(({ id }) => id));
  if (ids.some(({ id }) => !known.has(id)))
    throw new CannotStart("The target database has other members. Use an empty one.");
}
