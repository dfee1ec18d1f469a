import { openPostgresStore } from "./postgresStore.ts";
import { openSqliteStore } from "./sqliteStore.ts";
import type { Store, StoreOptions } from "./store.ts";

/** Opens the store: Postgres where an address is given, else SQLite in the data folder. Throws CannotStart with words. */
export function openStore(options: StoreOptions): Promise<Store> {
  const { databaseUrl } = options;
  return databaseUrl ? openPostgresStore({ ...options, databaseUrl }) : openSqliteStore(options);
}
