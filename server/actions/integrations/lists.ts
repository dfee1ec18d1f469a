import type { AgentKey } from "../../agents/parts.ts";
import type { Db } from "../../database/store.ts";
import { teamItself } from "./grants.ts";
import type { IntegrationKey } from "./stored.ts";
import type { IntegrationEventRow, IntegrationGrantRow } from "./tables.ts";

/** The team's own access by connection. */
export async function listTeamGrants(
  db: Db,
  { organizationId, agentId }: AgentKey,
): Promise<Map<string, IntegrationGrantRow>> {
  const rows = await db
    .selectFrom("integrationGrants")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("contactId", "=", teamItself)
    .execute();
  return new Map(rows.map((row) => [row.integrationId, row]));
}

/** How many visitors gave access of their own, by connection. */
export async function countVisitors(
  db: Db,
  { organizationId, agentId }: AgentKey,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("integrationGrants")
    .select((eb) => ["integrationId", eb.fn.countAll<number>().as("visitors")])
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("contactId", "!=", teamItself)
    .groupBy("integrationId")
    .execute();
  return new Map(rows.map(({ integrationId, visitors }) => [integrationId, Number(visitors)]));
}

/** What a connection told, the newest first. */
export async function listEvents(
  db: Db,
  {
    organizationId,
    integrationId,
    page,
    limit,
  }: Pick<IntegrationKey, "organizationId" | "integrationId"> & { page: number; limit: number },
): Promise<{ rows: IntegrationEventRow[]; total: number }> {
  const all = db
    .selectFrom("integrationEvents")
    .where("organizationId", "=", organizationId)
    .where("integrationId", "=", integrationId);
  const { total } = await all.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const rows = await all
    .selectAll()
    .orderBy("id", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { rows, total: Number(total) };
}
