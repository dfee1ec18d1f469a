import type { Db, Tx } from "../../database/store.ts";
import type { AgentKey } from "../parts.ts";

/** Counts that an agent was made from a template; the second time for the same agent counts nothing. */
export async function countUse(
  tx: Tx,
  { organizationId, agentId, templateId, now }: AgentKey & { templateId: string; now: number },
): Promise<void> {
  const inserted = await tx
    .insertInto("templateUses")
    .values({ organizationId, agentId, templateId, createdAt: now })
    .onConflict((conflict) => conflict.columns(["organizationId", "agentId", "templateId"]).doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) return;
  await tx
    .insertInto("templateCounts")
    .values({ templateId, uses: 1 })
    .onConflict((conflict) =>
      conflict.column("templateId").doUpdateSet((eb) => ({ uses: eb("templateCounts.uses", "+", 1) })),
    )
    .execute();
}

/** How often each of these templates was used. */
export async function findUses(db: Db, templateIds: readonly string[]): Promise<(id: string) => number> {
  if (templateIds.length === 0) return () => 0;
  const rows = await db
    .selectFrom("templateCounts")
    .selectAll()
    .where("templateId", "in", templateIds)
    .execute();
  const uses = new Map(rows.map((row) => [row.templateId, row.uses]));
  return (id) => uses.get(id) ?? 0;
}
