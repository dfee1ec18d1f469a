import type { LikePassage, LikePassages } from "../../../shared/contract/knowledge/hygiene.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { Db } from "../../database/store.ts";

interface PairQuery {
  page: number;
  limit: number;
  isIgnored: boolean;
}

/** Lists the pairs of the last look whose two passages answers are still made from, the most alike first. */
export async function listPairs(
  reader: Db,
  agent: AgentKey,
  { page, limit, isIgnored }: PairQuery,
): Promise<{ items: LikePassages[]; page: { page: number; limit: number; total: number } }> {
  const { organizationId, agentId } = agent;
  const mine = reader
    .selectFrom("likePassages as pair")
    .leftJoin("ignoredPairs as ignored", (join) =>
      join
        .onRef("ignored.organizationId", "=", "pair.organizationId")
        .onRef("ignored.agentId", "=", "pair.agentId")
        .onRef("ignored.firstHash", "=", "pair.firstHash")
        .onRef("ignored.secondHash", "=", "pair.secondHash"),
    )
    .where("pair.organizationId", "=", organizationId)
    .where("pair.agentId", "=", agentId)
    .where("ignored.ignoredAt", isIgnored ? "is not" : "is", null)
    .where((where) =>
      where.and(
        (["pair.firstId", "pair.secondId"] as const).map((side) =>
          where.exists(
            where
              .selectFrom("passages")
              .innerJoin("pages", (join) =>
                join
                  .onRef("pages.organizationId", "=", "passages.organizationId")
                  .onRef("pages.id", "=", "passages.pageId"),
              )
              .select("passages.id")
              .whereRef("passages.organizationId", "=", "pair.organizationId")
              .whereRef("passages.id", "=", side)
              .where("passages.isOff", "=", 0)
              .where("pages.enabled", "=", 1)
              .where("pages.excluded", "=", 0),
          ),
        ),
      ),
    );
  const rows = await mine
    .select(["pair.id", "pair.firstId", "pair.secondId", "pair.likeness", "pair.copies"])
    .orderBy("pair.likeness", "desc")
    .orderBy("pair.copies", "desc")
    .orderBy("pair.id")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const { total } = await mine
    .select((row) => row.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const passages = await readPassages(
    reader,
    organizationId,
    rows.flatMap(({ firstId, secondId }) => [firstId, secondId]),
  );
  const items = rows.flatMap(({ id, firstId, secondId, likeness, copies }): LikePassages[] => {
    const [first, second] = [passages.get(firstId), passages.get(secondId)];
    return first && second ? [{ id, likeness, copies, isIgnored, first, second }] : [];
  });
  return { items, page: { page, limit, total: Number(total) } };
}

async function readPassages(
  reader: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, LikePassage>> {
  if (ids.length === 0) return new Map();
  const rows = await reader
    .selectFrom("passages")
    .innerJoin("pages", (join) =>
      join
        .onRef("pages.organizationId", "=", "passages.organizationId")
        .onRef("pages.id", "=", "passages.pageId"),
    )
    .innerJoin("dataSources", (join) =>
      join
        .onRef("dataSources.organizationId", "=", "passages.organizationId")
        .onRef("dataSources.id", "=", "passages.sourceId"),
    )
    .select([
      "passages.id as passageId",
      "passages.pageId",
      "passages.sourceId",
      "dataSources.name as sourceName",
    ])
    .select(["pages.title", "pages.url", "passages.headings", "passages.text"])
    .where("passages.organizationId", "=", organizationId)
    .where("passages.id", "in", ids)
    .execute();
  return new Map(
    rows.map(({ headings, ...row }) => [
      row.passageId,
      { ...row, headings: JSON.parse(headings) as string[] }, // by storePage
    ]),
  );
}
