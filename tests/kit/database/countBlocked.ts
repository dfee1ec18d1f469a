import { sql } from "kysely";
import type { Store } from "../../../server/database/store.ts";

/** Counts the connections to this database of Postgres that wait for a lock. */
export async function countBlocked(store: Store): Promise<number> {
  const { rows } = await sql<{ blocked: string }>`
    select count(*) as "blocked" from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(store.db);
  return Number(rows[0]?.blocked);
}
