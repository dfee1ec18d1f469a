import { openSqliteStore } from "./sqliteStore.ts";
import type { Store, StoreOptions } from "./store.ts";

/** Opens the store: Postgres where an address is given, else SQLite in the data folder. Throws CannotStart with words. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { databaseUrl } = options;
  if (!databaseUrl) return openSqliteStore(options);
  const { openPostgresStore } = await import("./postgresStore.ts");
  return openPostgresStore({ ...options, databaseUrl });
}
