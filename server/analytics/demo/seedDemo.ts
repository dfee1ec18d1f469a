import * as v from "valibot";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { newAgent } from "../../../shared/contract/agents/agents.ts";
import { newDocument } from "../../../shared/contract/knowledge/documents.ts";
import { builtinModel, findModel } from "../../../shared/domain/models.ts";
import type { AgentKey } from "../../agents/parts.ts";
import { presentAgent } from "../../agents/present.ts";
import { beginToAdd } from "../../conversations/figures/lock.ts";
import { addFiguresOf } from "../../conversations/figures/rebuild.ts";
import { newId } from "../../database/ids.ts";
import type { Tx } from "../../database/store.ts";
import { putDocuments } from "../../knowledge/documents/putDocuments.ts";
import type { PageRow } from "../../knowledge/tables.ts";
import type { AnalyticsDeps } from "../deps.ts";
import { demoTopics } from "./topics.ts";
import { makeDemo } from "./makeDemo.ts";
import type { DemoRows } from "./makeDemo.ts";

type SeedDeps = Pick<AnalyticsDeps, "store" | "planAgent" | "addSource" | "now">;

const conversations = 200;
const days = 60;
/** What the answers of the demo say that they cost; it asks no model. */
const shownModel = "gpt-4o-mini";
const description = "An example. Its conversations are made up. Delete this agent to remove them.";

/**
 * Makes an agent with conversations of two months, so that a newcomer sees figures: all of it, or nothing where anything
 * fails. Deleting the agent removes them. Gives the one that is there where it was made before.
 */
export async function seedDemo(
  deps: SeedDeps,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<Agent> {
  const data = v.parse(newAgent, { name: "Demo agent", description, model: builtinModel });
  const create = await deps.planAgent({ organizationId, userId, data });
  return deps.store.transaction(async (tx) => {
    await beginToAdd(tx, { mayWait: true });
    // One at a time in an organization: of two members who ask at once, the second gets the first one's.
    await tx.selectFrom("organizations").select("id").where("id", "=", organizationId).forUpdate().execute();
    const known = await findDemo(tx, organizationId);
    if (known) return known;
    const { id } = await create(tx);
    await tx
      .updateTable("agents")
      .set({ isDemo: 1 })
      .where("organizationId", "=", organizationId)
      .where("id", "=", id)
      .execute();
    await fill(deps, tx, { organizationId, agentId: id });
    const made = await findDemo(tx, organizationId);
    if (!made) throw new Error("It was made just now.");
    return made;
  });
}

async function findDemo(tx: Tx, organizationId: string): Promise<Agent | null> {
  const row = await tx
    .selectFrom("agents")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("isDemo", "=", 1)
    .orderBy("id")
    .executeTakeFirst();
  return row ? presentAgent(row) : null;
}

async function fill({ addSource, now }: SeedDeps, tx: Tx, key: AgentKey): Promise<void> {
  const { organizationId } = key;
  await addSource(tx, { ...key, name: "Sample", config: { kind: "sample" } });
  const source = await addSource(tx, { ...key, name: "Demo pages", config: { kind: "documents" } });
  const documents = demoTopics.map(({ page, answer }) =>
    v.parse(newDocument, { externalId: page, title: page, content: answer }),
  );
  await putDocuments(tx, source, { documents, now: now() });
  const pageIds = await keepPages(tx, { organizationId, sourceId: source.id, now: now() });
  const creditsPerAnswer = findModel(shownModel)?.creditsPerMessage ?? 1;
  const demo = { ...key, sourceId: source.id, model: shownModel, creditsPerAnswer, pageIds };
  const rows = makeDemo(demo, { conversations, days, now: now() });
  await write(tx, rows);
  await addFiguresOf(tx, rows.threads);
}

interface DemoSource {
  organizationId: string;
  sourceId: string;
  now: number;
}

/** Gives the ids of the pages that the made-up answers cite, by their titles. The source's sync finds them here, and fills them. */
async function keepPages(
  tx: Tx,
  { organizationId, sourceId, now }: DemoSource,
): Promise<Map<string, string>> {
  const pages = demoTopics.map(({ page: title }): PageRow => ({
    ...{ organizationId, id: newId(), sourceId, key: title, url: null, fileId: null, title, language: "en" },
    ...{ status: "ready", error: null, hash: "", characters: 0, passageCount: 0, excluded: 0, enabled: 1 },
    ...{ publishedAt: null, seenInRun: null, lastFetchedAt: now, lastChangedAt: now, sinceVersion: 1 },
  }));
  await tx.insertInto("pages").values(pages).execute();
  return new Map(pages.map(({ id, key }) => [key, id]));
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
