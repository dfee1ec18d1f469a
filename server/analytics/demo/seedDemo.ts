import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { createAgent, listAgents } from "../../../shared/contract/agents/agents.ts";
import { pushDocuments } from "../../../shared/contract/knowledge/documents.ts";
import { createDataSource } from "../../../shared/contract/knowledge/knowledge.ts";
import { builtinModel, findModel } from "../../../shared/domain/models.ts";
import { addFiguresOf } from "../../conversations/figures/rebuild.ts";
import type { Store, Tx } from "../../database/store.ts";
import type { AskInside } from "../../requests/askInside.ts";
import { newId } from "../../database/ids.ts";
import type { PageRow } from "../../knowledge/tables.ts";
import { demoTopics } from "./topics.ts";
import { makeDemo } from "./makeDemo.ts";
import type { DemoRows } from "./makeDemo.ts";

interface SeedDeps {
  store: Store;
  askInside: AskInside;
  now: () => number;
}

const conversations = 200;
const days = 60;
/** What the answers of the demo say that they cost; it asks no model. */
const shownModel = "gpt-4o-mini";

/**
 * Makes an agent with conversations of two months, so that a newcomer sees figures. Deleting the agent removes them. Gives the
 * one that is there where it was made before.
 */
export async function seedDemo({ store, askInside, now }: SeedDeps, organizationId: string): Promise<Agent> {
  const description = "An example. Its conversations are made up. Delete this agent to remove them.";
  const { items } = await askInside(listAgents, { organizationId, query: { limit: "100" } });
  const known = items.find(({ configuration }) => configuration.description === description);
  if (known) return known;
  const { data: agent } = await askInside(createAgent, {
    organizationId,
    body: { data: { name: "Demo agent", description, model: builtinModel } },
  });
  const params = { productId: agent.id };
  await askInside(createDataSource, {
    ...{ organizationId, params },
    body: { data: { name: "Sample", config: { kind: "sample" } } },
  });
  const { data: source } = await askInside(createDataSource, {
    ...{ organizationId, params },
    body: { data: { name: "Demo pages", config: { kind: "documents" } } },
  });
  const documents = demoTopics.map(({ page, answer }) => ({
    externalId: page,
    title: page,
    content: answer,
  }));
  const place = { organizationId, params: { ...params, datasourceId: source.id } };
  await askInside(pushDocuments, { ...place, body: { data: { documents } } });
  const creditsPerAnswer = findModel(shownModel)?.creditsPerMessage ?? 1;
  const of = { organizationId, agentId: agent.id, sourceId: source.id };
  await store.transaction(async (tx) => {
    const pageIds = await keepPages(tx, { organizationId, sourceId: source.id, now: now() });
    const demo = { ...of, model: shownModel, creditsPerAnswer, pageIds };
    const rows = makeDemo(demo, { conversations, days, now: now() });
    await write(tx, rows);
    await addFiguresOf(tx, rows.threads);
  });
  return agent;
}

interface DemoSource {
  organizationId: string;
  sourceId: string;
  now: number;
}

/**
 * Gives the ids of the pages that the made-up answers cite, by their titles. They are those that the source's sync fills: it
 * may have been there before, or finds them here.
 */
async function keepPages(
  tx: Tx,
  { organizationId, sourceId, now }: DemoSource,
): Promise<Map<string, string>> {
  const pages = demoTopics.map(({ page: title }): PageRow => ({
    ...{ organizationId, id: newId(), sourceId, key: title, url: null, fileId: null, title, language: "en" },
    ...{ status: "ready", error: null, hash: "", characters: 0, passageCount: 0, excluded: 0, enabled: 1 },
    ...{ publishedAt: null, seenInRun: null, lastFetchedAt: now, lastChangedAt: now, sinceVersion: 1 },
  }));
  await tx
    .insertInto("pages")
    .values(pages)
    .onConflict((conflict) => conflict.columns(["organizationId", "sourceId", "key"]).doNothing())
    .execute();
  const kept = await tx
    .selectFrom("pages")
    .select(["id", "key"])
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .execute();
  return new Map(kept.map(({ id, key }) => [key, id]));
}

async function write(tx: Tx, rows: DemoRows): Promise<void> {
  for (const table of ["contacts", "threads", "messages", "receipts"] as const) {
    const all: readonly object[] = rows[table];
    for (let from = 0; from < all.length; from += 100)
      await tx
        .insertInto(table)
        .values(all.slice(from, from + 100) as never) // rows of this table
        .execute();
  }
}
