import type {} from "../conversations/figures/tables.ts";
import type { Db } from "../database/store.ts";
import type { FigureOwner } from "./readFigures.ts";

/** Since when there are figures; null where there are none yet. */
export async function readBegin(
  reader: Db,
  { organizationId, agentIds }: FigureOwner,
): Promise<number | null> {
  if (agentIds.length === 0) return null;
  const first = await reader
    .selectFrom("figureConversations")
    .select("bucket")
    .where("organizationId", "=", organizationId)
    .where("label", "=", "")
    .where("agentId", "in", agentIds)
    .orderBy("bucket")
    .limit(1)
    .executeTakeFirst();
  return first?.bucket ?? null;
}
