import { citedWithinDays, listStalePages } from "../../../../shared/contract/knowledge/hygiene.ts";
import type { StalePage } from "../../../../shared/contract/knowledge/hygiene.ts";
import { AppError } from "../../../../shared/errors/errors.ts";
import type { AgentKey } from "../../../agents/parts.ts";
import type { Db } from "../../../database/store.ts";
import { handle, type Route } from "../../../requests/handle.ts";
import { checkAgent } from "../../../knowledge/find.ts";
import type { ConversationDeps } from "../../deps.ts";

/** The call for the pages that answers lean on though nobody has changed them for long. */
export function createStaleRoute({ store, now }: Pick<ConversationDeps, "store" | "now">): Route {
  return handle(listStalePages, async ({ caller, params, query: { months, citations, ...query } }) => {
    if (!caller.may("conversations.read")) throw new AppError("forbidden");
    const agent = { organizationId: caller.organizationId, agentId: params.productId };
    await checkAgent(store.db, agent);
    const since = {
      changedBefore: now() - months * 30 * dayMs,
      citedAfter: now() - citedWithinDays * dayMs,
      citations,
    };
    const { items, total } = await listStale(store.reader, agent, { ...since, ...query });
    return { items, page: { ...query, total } };
  });
}

const dayMs = 24 * 60 * 60 * 1000;

interface StaleQuery {
  changedBefore: number;
  citedAfter: number;
  citations: number;
  page: number;
  limit: number;
}

async function listStale(
  reader: Db,
  { organizationId, agentId }: AgentKey,
  { changedBefore, citedAfter, citations, page, limit }: StaleQuery,
): Promise<{ items: StalePage[]; total: number }> {
  const cited = reader
    .selectFrom("pages")
    .innerJoin("dataSources as source", (join) =>
      join
        .onRef("source.organizationId", "=", "pages.organizationId")
        .onRef("source.id", "=", "pages.sourceId"),
    )
    .innerJoin("citedPassages as cited", (join) =>
      join.onRef("cited.organizationId", "=", "pages.organizationId").onRef("cited.pageId", "=", "pages.id"),
    )
    .innerJoin("messages as answer", (join) =>
      join
        .onRef("answer.organizationId", "=", "cited.organizationId")
        .onRef("answer.id", "=", "cited.messageId"),
    )
    .innerJoin("threads as thread", (join) =>
      join
        .onRef("thread.organizationId", "=", "cited.organizationId")
        .onRef("thread.id", "=", "cited.threadId"),
    )
    .where("pages.organizationId", "=", organizationId)
    .where("source.agentId", "=", agentId)
    .where("pages.enabled", "=", 1)
    .where("pages.excluded", "=", 0)
    .where("pages.lastChangedAt", "<", changedBefore)
    .where("answer.createdAt", ">=", citedAfter)
    .where("thread.preview", "=", 0)
    .groupBy(["pages.id", "pages.sourceId", "source.name", "source.kind", "pages.title", "pages.url"])
    .groupBy(["pages.lastChangedAt", "pages.lastFetchedAt"])
    .having((row) => row.fn.count("answer.id").distinct(), ">=", citations)
    .select([
      "pages.id as pageId",
      "pages.sourceId",
      "source.name as sourceName",
      "source.kind as sourceKind",
    ])
    .select(["pages.title", "pages.url", "pages.lastChangedAt", "pages.lastFetchedAt"])
    .select((row) => row.fn.count<number>("answer.id").distinct().as("citedBy"));
  const rows = await cited
    .orderBy("citedBy", "desc")
    .orderBy("pages.lastChangedAt")
    .orderBy("pages.id")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const { total } = await reader
    .selectFrom(cited.as("stale"))
    .select((row) => row.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return {
    items: rows.map((row) => ({ ...row, citedBy: Number(row.citedBy) })),
    total: Number(total),
  };
}
