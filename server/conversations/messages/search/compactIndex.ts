import { sql } from "kysely";
import type { Store, Tx } from "../../../database/store.ts";

/** Few enough that nobody waits long for the writer. */
const pagesAtOnce = 200;

/**
 * Takes the words of deleted messages out of the embedded store's full-text index, bit by bit: it only marks them as
 * deleted until their segment is rewritten. The other store's index holds each message's words in its row.
 */
export async function compactIndex(store: Store, signal: AbortSignal): Promise<void> {
  if (store.dialect !== "sqlite") return;
  // The first one asks for all segments to become one.
  for (let pages = -pagesAtOnce; ; pages = pagesAtOnce) {
    signal.throwIfAborted();
    const changed = await store.transaction(async (tx) => {
      const before = await countChanges(tx);
      await sql`insert into "messageTerms" ("messageTerms", rank) values ('merge', ${pages})`.execute(tx);
      return (await countChanges(tx)) - before;
    });
    // The request itself counts as one.
    if (changed < 2) return;
  }
}

async function countChanges(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select total_changes() as "count"`.execute(tx);
  return Number(rows[0]?.count ?? 0);
}
