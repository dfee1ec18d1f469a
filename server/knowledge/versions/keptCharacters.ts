import type { AgentKey } from "../../agents/parts.ts";
import type { Db } from "../../database/store.ts";

/** Characters that an agent keeps only for its versions: texts of before, once each, and sources that were deleted. */
export async function countKeptCharacters(
  reader: Db,
  { organizationId, agentId }: AgentKey,
): Promise<number> {
  const contents = reader
    .selectFrom("pageRevisions")
    .select(["contentId", "characters"])
    .distinct()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .as("contents");
  const revisions = await reader
    .selectFrom(contents)
    .select((row) => row.fn.sum<number>("characters").as("characters"))
    .executeTakeFirst();
  const sources = await reader
    .selectFrom("keptSources")
    .innerJoin("pages", (join) =>
      join
        .onRef("pages.organizationId", "=", "keptSources.organizationId")
        .onRef("pages.sourceId", "=", "keptSources.id"),
    )
    .select((row) => row.fn.sum<number>("pages.characters").as("characters"))
    .where("keptSources.organizationId", "=", organizationId)
    .where("keptSources.agentId", "=", agentId)
    .executeTakeFirst();
  return Number(revisions?.characters ?? 0) + Number(sources?.characters ?? 0);
}
