import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import type { TestServer } from "../server.ts";

/** Where one of these words, in lower case, stands: tables by their names, files by their paths. */
export async function findWords(
  { store, dataDir }: Pick<TestServer, "store" | "dataDir">,
  words: readonly string[],
): Promise<string[]> {
  const hasText = (text: string) => {
    const lower = text.toLowerCase();
    return words.some((one) => lower.includes(one));
  };
  const hasWord = (row: unknown) =>
    Object.values(row as Record<string, unknown>).some((value) =>
      value instanceof Uint8Array ? hasText(Buffer.from(value).toString("latin1")) : hasText(String(value)),
    ); // of any table
  const found: string[] = [];
  for (const table of await listTables(store)) {
    const columns = await listColumns(store, table);
    const { rows } = await sql`select ${columns} from ${sql.table(table)}`.execute(store.db);
    if (rows.some(hasWord)) found.push(table);
  }
  const folder = join(dataDir, "files");
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (hasText(entry.name) || (entry.isFile() && hasText(readFileSync(path, "latin1"))))
      found.push("files on disk");
  }
  return [...new Set(found)].toSorted();
}

async function listTables({ dialect, db }: TestServer["store"]): Promise<string[]> {
  const query =
    dialect === "sqlite"
      ? sql<{ name: string }>`select name from sqlite_schema where type = 'table'`
      : sql<{
          name: string;
        }>`select table_name as name from information_schema.tables where table_schema = current_schema()`;
  const { rows } = await query.execute(db);
  return rows.map(({ name }) => name);
}

/** All but numbers, some of which pass what a JavaScript number holds. */
async function listColumns({ dialect, db }: TestServer["store"], table: string) {
  if (dialect !== "sqlite") return sql.raw("*");
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_info(${table}) where type not in ('INTEGER', 'bigint')`.execute(db);
  return rows.length > 0 ? sql.join(rows.map(({ name }) => sql.ref(name))) : sql.raw("null");
}
