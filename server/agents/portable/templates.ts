import type { Template, TemplateDetail } from "../../../shared/contract/agents/templates.ts";
import type { PortableFile } from "../../../shared/contract/agents/portable.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { contains } from "../../database/contains.ts";
import type { Db, Tx } from "../../database/store.ts";
import type { AgentKey } from "../parts.ts";
import { findShipped, shippedFiles } from "../templates/shipped.ts";
import { makeCard, makeDetail } from "./card.ts";
import type { Card } from "./card.ts";
import { selectPublished, selectPublishedFile } from "./published.ts";
import type { AgentTemplateRow } from "./tables.ts";
import { findUses } from "./uses.ts";

export interface TemplatesWanted {
  search?: string | undefined;
  category?: string | undefined;
  page: number;
  limit: number;
}

/** A page of all templates: those of the product in the gallery's order, then published ones, the most used first. */
export async function listAll(
  db: Db,
  wanted: TemplatesWanted,
): Promise<{ items: Template[]; total: number }> {
  const { search = "", category, page, limit } = wanted;
  const shipped = shippedCards.filter((card) => fits(card, search, category));
  const published = selectPublished(db)
    .leftJoin("templateCounts", "templateCounts.templateId", "agentTemplates.agentId")
    .$if(category !== undefined, (query) => query.where("category", "=", category ?? ""))
    .$if(search !== "", (query) =>
      query.where((eb) =>
        eb.or([contains(eb.ref("title"), search), contains(eb.ref("description"), search)]),
      ),
    );
  const from = (page - 1) * limit;
  const own = shipped.slice(from, from + limit);
  const rows = await published
    .select("card")
    .orderBy((eb) => eb.fn.coalesce("templateCounts.uses", eb.lit(0)), "desc")
    .orderBy("agentTemplates.agentId", "desc")
    .limit(limit - own.length)
    .offset(Math.max(0, from - shipped.length))
    .execute();
  const { total } = await published
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const cards = [...own, ...rows.map(readCard)];
  const usesOf = await findUses(
    db,
    cards.map(({ id }) => id),
  );
  return {
    items: cards.map((card) => ({ ...card, usedCount: usesOf(card.id) })),
    total: shipped.length + Number(total),
  };
}

/** One published template; `not_found` for every other agent. */
export async function findTemplate(db: Db, templateId: string): Promise<TemplateDetail> {
  const usesOf = await findUses(db, [templateId]);
  const present = (file: PortableFile, card: Card) =>
    makeDetail(file, { ...card, usedCount: usesOf(templateId) });
  const shipped = findShipped(templateId);
  if (shipped) return present(shipped, makeCard(shipped, { id: shipped.id, isShipped: true }));
  const row = await selectPublishedFile(db)
    .select(["agentTemplates.card", "agentExports.file"])
    .where("agentTemplates.agentId", "=", templateId)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found");
  return present(JSON.parse(row.file) as PortableFile, readCard(row)); // written by putTemplate
}

/** An agent's own template with when it was published; null where it is none. */
export async function presentOwn(
  db: Db,
  { organizationId, agentId }: AgentKey,
): Promise<(Template & { publishedAt: number }) | null> {
  const row = await db
    .selectFrom("agentTemplates")
    .select(["card", "updatedAt"])
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .executeTakeFirst();
  if (!row) return null;
  const usesOf = await findUses(db, [agentId]);
  return { ...readCard(row), usedCount: usesOf(agentId), publishedAt: row.updatedAt };
}

/** Publishes a file that was kept before as the agent's template. */
export async function putTemplate(
  tx: Tx,
  { organizationId, agentId }: AgentKey,
  { file, now }: { file: PortableFile; now: number },
): Promise<void> {
  const card = JSON.stringify(makeCard(file, { id: agentId, isShipped: false }));
  const { title, description, category } = file;
  await tx
    .insertInto("agentTemplates")
    .values({
      ...{ organizationId, agentId, exportId: file.id, title, description, category, card },
      ...{ createdAt: now, updatedAt: now },
    })
    .execute();
}

/** Takes an agent's template back with the file that it handed out. */
export async function takeBack(tx: Tx, { organizationId, agentId }: AgentKey): Promise<void> {
  await tx
    .deleteFrom("agentTemplates")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .execute();
  await tx
    .deleteFrom("agentExports")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("kind", "=", "template")
    .execute();
}

const shippedCards = shippedFiles.map((file) => makeCard(file, { id: file.id, isShipped: true }));

function fits({ title, description, category: own }: Card, search: string, category?: string): boolean {
  if (category !== undefined && own !== category) return false;
  return `${title}\n${description}`.toLowerCase().includes(search.toLowerCase());
}

function readCard({ card }: Pick<AgentTemplateRow, "card">): Card {
  return JSON.parse(card) as Card; // written by putTemplate
}
