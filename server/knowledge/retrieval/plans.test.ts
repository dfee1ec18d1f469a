import { CompiledQuery, SqliteQueryCompiler } from "kysely";
import type { KyselyPlugin, RootOperationNode } from "kysely";
import { expect, it } from "vitest";
import { bothStores } from "../../../tests/kit/database/stores.ts";
import type { StoreKind } from "../../../tests/kit/database/stores.ts";
import { newId } from "../../database/ids.ts";
import type { Db, Store } from "../../database/store.ts";
import type { PassageRow } from "../tables.ts";
import { hydrate } from "./hydrate.ts";
import { indexPassages } from "./indexPassages.ts";
import { readAround } from "./readAround.ts";
import { search } from "./search.ts";

const organizationId = "organisation";
const sourceIds = ["help", "shop"];

/** A reader that remembers how SQLite will find the rows of each statement. */
function watchPlans(store: Store): { reader: Db; listPlans(): Promise<string[]> } {
  const nodes: RootOperationNode[] = [];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    reader: store.reader.withPlugin(plugin),
    async listPlans() {
      const plans: string[] = [];
      for (const node of nodes) {
        const { sql, parameters } = new SqliteQueryCompiler().compileQuery(node, { queryId: newId() });
        // A plan is the same for all values; in a statement that is made once only marks stand for them.
        const asked = CompiledQuery.raw(
          `explain query plan ${sql}`,
          parameters.map(() => null),
        );
        const { rows } = await store.reader.executeQuery<{ detail: string }>(asked);
        plans.push(...rows.map(({ detail }) => detail));
      }
      return plans;
    },
  };
}

const onSqlite = bothStores().find(({ name }) => name === "sqlite");

it.runIf(onSqlite)("finds by whole keys, however many sources and segments there are", async () => {
  const { store } = await (onSqlite as StoreKind).open(); // it runs where there is one
  for (const sourceId of sourceIds) {
    for (const number of [0, 1]) {
      const passages = [{ number, title: "", headings: [], text: `A lamp, number ${number}.` }];
      await indexPassages(store.db, { organizationId, sourceId, passages });
    }
  }
  const { reader, listPlans } = watchPlans(store);
  const asked = { organizationId, sourceIds, question: "lamp number", limit: 4 };
  const hits = await search(reader, asked);
  await hydrate(reader, { organizationId, hits, limit: 4 });
  const places = sourceIds.map((sourceId) => ({ organizationId, sourceId, pageId: "page", number: 1 }));
  await readAround(reader, places as PassageRow[]); // what it reads of a row stands there
  const plans = await listPlans();
  const ofPassages = plans.filter((plan) => /passages? |passages_|passageSegments/.test(plan));
  expect(ofPassages.length).toBeGreaterThan(4);
  for (const plan of ofPassages)
    expect(plan).toMatch(/\(organizationId=\? AND sourceId=\? AND (number|bucket)=\?/);
});
