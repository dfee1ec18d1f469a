import { CompiledQuery, sql } from "kysely";
import type { KyselyPlugin, RootOperationNode } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { bothStores } from "../../../../tests/kit/database/stores.ts";
import { newId } from "../../../database/ids.ts";
import type { Db, Store } from "../../../database/store.ts";
import { isAnyEndedSince, isEndedSince } from "./removedSince.ts";

const organizationId = "organisation";
const ids = new Set(["thread"]);
const told = 2000;

describe.each(bothStores())("what was deleted since is looked for on $name", ({ name, open }) => {
  let store: Store;
  beforeAll(async () => {
    ({ store } = await open());
    for (const agentId of ["quiet", "busy"]) {
      await store.db
        .insertInto("liveCounters")
        .values({ organizationId, agentId, last: told, oldest: 1 })
        .execute();
      const event = { organizationId, agentId, kind: "thread", threadId: "other", contactId: null };
      const rows = Array.from({ length: told }, (_, index) => ({
        ...{ ...event, number: index + 1, audience: "team" as const, payload: "{}", createdAt: index },
      }));
      for (let from = 0; from < told; from += 500)
        await store.db
          .insertInto("liveEvents")
          .values(rows.slice(from, from + 500))
          .execute();
    }
    if (name === "postgres") await sql`analyze "liveEvents"`.execute(store.db);
  });

  const inEvents = {
    sqlite: /^SEARCH liveEvents USING INDEX \S+ \(organizationId=\? AND agentId=\? AND number>\?\)$/,
    postgres: /Index Cond: \(.*"organizationId" = .*"agentId" = .*number > /,
  }[name];
  const inCounters = {
    sqlite: /^SEARCH liveCounters USING .*INDEX \S+ \(organizationId=\?\)$/,
    postgres: /Index Cond: \("organizationId" = /,
  }[name];

  it("from a number on by the key, however much was told before", async () => {
    const [plan, ...others] = await explainAsked((db) =>
      isEndedSince(db, { organizationId, ids, agentId: "busy", after: told - 5 }),
    );
    expect(plan).toContainEqual(expect.stringMatching(inEvents));
    expect(others).toEqual([]);
  });

  it("in the agents alone that have told more since", async () => {
    const reached = new Map([
      ["quiet", told],
      ["busy", told - 5],
    ]);
    const [counters, events, ...others] = await explainAsked((db) =>
      isAnyEndedSince(db, { organizationId, ids, reached }),
    );
    expect(counters).toContainEqual(expect.stringMatching(inCounters));
    expect(events).toContainEqual(expect.stringMatching(inEvents));
    expect(others).toEqual([]);
  });

  /** Gives what the store would do for each statement that is asked, line by line. */
  async function explainAsked(ask: (db: Db) => Promise<unknown>): Promise<string[][]> {
    const nodes: RootOperationNode[] = [];
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => {
        nodes.push(node);
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    await ask(store.db.withPlugin(plugin));
    return store.transaction(async (tx) => {
      // A table of a few rows is read as a whole otherwise.
      if (name === "postgres") await sql`set local enable_seqscan = off`.execute(tx);
      const plans: string[][] = [];
      for (const node of nodes) {
        const asked = store.db.getExecutor().compileQuery(node, { queryId: newId() });
        const words = name === "postgres" ? "explain" : "explain query plan";
        const { rows } = await tx.executeQuery<Record<string, unknown>>(
          CompiledQuery.raw(`${words} ${asked.sql}`, [...asked.parameters]),
        );
        plans.push(rows.map((row) => String(row["detail"] ?? row["QUERY PLAN"])));
      }
      return plans;
    });
  }
});
