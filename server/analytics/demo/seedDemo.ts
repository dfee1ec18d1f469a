import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { createAgent } from "../../../shared/contract/agents/agents.ts";
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

/** Makes an agent with conversations of two months, so that somebody new sees figures alive. Deleting the agent removes it all. */
export async function seedDemo({ store, askInside, now }: SeedDeps, organizationId: string): Promise<Agent> {
  const description = "An example. Its conversations are made up. Delete this agent to remove them.";
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
  const pages = makePages({ organizationId, sourceId: source.id, now: now() });
  const pageIds = new Map(pages.map(({ title, id }) => [title, id]));
  const creditsPerAnswer = findModel(shownModel)?.creditsPerMessage ?? 1;
  const demo = {
    organizationId,
    agentId: agent.id,
    model: shownModel,
    creditsPerAnswer,
    sourceId: source.id,
    pageIds,
  };
  const rows = makeDemo(demo, { conversations, days, now: now() });
  await store.transaction(async (tx) => {
    await tx.insertInto("pages").values(pages).execute();
    await tx
      .updateTable("dataSources")
      .set({ pageCount: pages.length, status: "ready" })
      .where("organizationId", "=", organizationId)
      .where("id", "=", source.id)
      .execute();
    await write(tx, rows);
    await addFiguresOf(tx, rows.threads);
  });
  return agent;
}

/** The pages that the made-up answers cite; they have titles alone, for nobody reads them for an answer. */
function makePages({
  organizationId,
  sourceId,
  now,
}: {
  organizationId: string;
  sourceId: string;
  now: number;
}) {
  return demoTopics.map(({ page: title }): PageRow => {
    const id = newId();
    return {
      ...{ organizationId, id, sourceId, key: id, url: null, fileId: null, title, language: "en" },
      ...{ status: "ready", error: null, hash: id, characters: 0, passageCount: 0, excluded: 0, enabled: 1 },
      ...{ publishedAt: null, seenInRun: null, lastFetchedAt: now, lastChangedAt: now, sinceVersion: 1 },
    };
  });
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
