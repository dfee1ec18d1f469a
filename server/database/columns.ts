import { PostgresAdapter, sql } from "kysely";
import type { Kysely, RawBuilder } from "kysely";
import type { Dialect } from "./store.ts";

/** Which store a migration or a transaction runs on; everything else reads it from the store. */
export function dialectOf(db: AnyDb): Dialect {
  return db.getExecutor().adapter instanceof PostgresAdapter ? "postgres" : "sqlite";
}

/** The column type for bytes: a Uint8Array goes in and comes out on both stores. */
export function bytesType(db: AnyDb): RawBuilder<unknown> {
  return dialectOf(db) === "postgres" ? sql`bytea` : sql`blob`;
}

/** A migration's database, whose tables have no type yet because it makes them. */
type AnyDb = Pick<Kysely<unknown>, "getExecutor">;
