import type { Store } from "../../../database/store.ts";
import type { FoundAddress, Frontier, Outcome } from "../../crawl/frontier.ts";
import type { SyncFrontierRow } from "../../tables.ts";
import { findFetch } from "../../sync/pageFetches.ts";
import type { RunRecord } from "../../sync/record.ts";

interface FrontierOptions {
  store: Store;
  record: RunRecord;
  /** Pages that are here already are asked for only where they changed. */
  asksIfChanged: boolean;
}

/**
 * A run's frontier in a table: what is settled stays settled over a kill, and what was given out and not settled is given
 * out again by the next attempt. One job works on a run at a time, so what this attempt gave out is remembered here.
 */
export function createFrontierTable({ store, record, asksIfChanged }: FrontierOptions): Frontier {
  const { organizationId, sourceId, runId } = record.key;
  const givenOut = new Set<string>();
  const rows = () =>
    store.db
      .selectFrom("syncFrontier")
      .where("organizationId", "=", organizationId)
      .where("runId", "=", runId);

  return {
    async add(found) {
      let added = 0;
      const { known } = await rows()
        .select((row) => row.fn.countAll<number>().as("known"))
        .executeTakeFirstOrThrow();
      for (let from = 0; from < found.length; from += rowsAtOnce) {
        const values = found
          .slice(from, from + rowsAtOnce)
          .map((address, index) => toRow(address, Number(known) + from + index));
        const inserted = await store.db
          .insertInto("syncFrontier")
          .values(values)
          .onConflict((conflict) => conflict.doNothing())
          .returning("key")
          .execute();
        added += inserted.length;
      }
      if (added > 0) await record.set({ found: Number(known) + added });
      return added;
    },

    async next() {
      // Those given out are few: as many as requests are under way.
      const row = await rows()
        .selectAll()
        .where("state", "=", "queued")
        .$if(givenOut.size > 0, (query) => query.where("key", "not in", [...givenOut]))
        .orderBy("depth")
        .orderBy("position")
        .limit(1)
        .executeTakeFirst();
      if (!row) return undefined;
      givenOut.add(row.key);
      const { key, url, depth, foundFrom, redirects } = row;
      const known = asksIfChanged ? await findFetch(store, { organizationId, sourceId, key }) : undefined;
      return { key, url, depth, foundFrom, redirects, ...(known ?? { etag: null, lastModified: null }) };
    },

    async settle(key, outcome) {
      await store.db
        .updateTable("syncFrontier")
        .set({ state: stateOf(outcome) })
        .where("organizationId", "=", organizationId)
        .where("runId", "=", runId)
        .where("key", "=", key)
        .execute();
      givenOut.delete(key);
    },

    async counts() {
      const counted = await rows()
        .select((row) => ["state", row.fn.countAll<number>().as("count")])
        .groupBy("state")
        .execute();
      const counts = { queued: 0, done: 0, failed: 0, skipped: 0 };
      for (const { state, count } of counted) counts[state] = Number(count);
      return counts;
    },
  };

  function toRow({ key, url, depth, foundFrom, redirects }: FoundAddress, position: number): SyncFrontierRow {
    return { organizationId, runId, key, url, position, state: "queued", depth, foundFrom, redirects };
  }
}

const rowsAtOnce = 100;

function stateOf({ state }: Outcome): SyncFrontierRow["state"] {
  return state === "fetched" || state === "unchanged" ? "done" : state;
}
