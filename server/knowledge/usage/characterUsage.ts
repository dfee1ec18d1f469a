import type { CharacterUsage } from "../../../shared/contract/knowledge/characterUsage.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { Db } from "../../database/store.ts";

/** How many characters an organization's plan allows; null where it has no limit. */
export type FindCharacterLimit = (organizationId: string) => Promise<number | null>;

/** What an agent's sources hold, as their last syncs left it, beside the plan's limit. */
export async function readCharacterUsage(
  reader: Db,
  { organizationId, agentId }: AgentKey,
  limit: number | null,
): Promise<CharacterUsage> {
  const rows = await reader
    .selectFrom("dataSources")
    .select(["id", "name", "kind", "characterCount"])
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .orderBy("characterCount", "desc")
    .orderBy("id")
    .execute();
  const bySource = rows.map(({ characterCount, ...row }) => ({ ...row, used: Number(characterCount) }));
  const byKind = [...Map.groupBy(bySource, ({ kind }) => kind)].map(([kind, group]) => ({
    kind,
    used: sum(group),
  }));
  const used = await countOthers(reader, { organizationId, sourceId: "" });
  return { used, limit, agentUsed: sum(bySource), bySource, byKind };
}

/** Characters of all sources of an organization but one. */
export async function countOthers(
  db: Db,
  { organizationId, sourceId }: { organizationId: string; sourceId: string },
): Promise<number> {
  const { used } = await db
    .selectFrom("dataSources")
    .select((row) => row.fn.sum<number>("characterCount").as("used"))
    .where("organizationId", "=", organizationId)
    .where("id", "!=", sourceId)
    .executeTakeFirstOrThrow();
  return Number(used ?? 0);
}

function sum(rows: readonly { used: number }[]): number {
  return rows.reduce((total, { used }) => total + used, 0);
}
