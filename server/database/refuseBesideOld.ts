import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { CannotStart } from "./cannotStart.ts";
import { sqliteFileName } from "./sqliteStore.ts";
import { openSqliteReader } from "./sqlite.ts";
import type { Store } from "./store.ts";

/** Says in the data folder that its rows are in Postgres. */
const markName = "rows-are-in-postgres";

/**
 * Refuses to start over where data of before is in sight: an operator who forgot a volume or a setting would find an
 * empty installation, and take everything for lost. Is asked where the database has no tables yet.
 */
export function refuseBesideOld({ store, dataDir }: { store: Store; dataDir: string }): void {
  const folder = resolve(dataDir);
  if (store.dialect === "postgres") {
    const path = join(folder, sqliteFileName);
    if (existsSync(path) && hasPeople(path))
      throw new CannotStart(
        `The database of DATABASE_URL is empty, and ${path} holds an installation. ` +
          `Move its rows with \`npm run cli -- move-to postgres://…\` (without DATABASE_URL), or move that file away to start over.`,
      );
    return;
  }
  if (existsSync(join(folder, markName)))
    throw new CannotStart(
      `The rows of ${folder} are in Postgres, and DATABASE_URL is not set. Set it, or remove ${join(folder, markName)} to start over.`,
    );
  if (hasFiles(join(folder, "files")))
    throw new CannotStart(
      `${folder} has files of an installation, and its database ${sqliteFileName} is missing. ` +
        `Put the database back, from a backup with \`npm run cli -- restore FOLDER\`, or move ${join(folder, "files")} away to start over.`,
    );
}

/** Remembers in the data folder that its rows are in Postgres. */
export function markPostgres({ store, dataDir }: { store: Store; dataDir: string }): void {
  const path = join(resolve(dataDir), markName);
  if (store.dialect !== "postgres" || existsSync(path) || !existsSync(resolve(dataDir))) return;
  writeFileSync(path, "DATABASE_URL names the database of this installation.\n", { mode: 0o600 });
}

function hasFiles(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length > 0;
}

function hasPeople(path: string): boolean {
  const file = openSqliteReader(path, { isLean: true });
  try {
    const { rows: tables } = file.execute("select 1 from sqlite_schema where name = 'users'", []);
    return tables.length > 0 && file.execute("select 1 from users limit 1", []).rows.length > 0;
  } finally {
    file.close();
  }
}
