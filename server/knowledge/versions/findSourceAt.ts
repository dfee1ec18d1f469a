import type { Db } from "../../database/store.ts";
import type { DataSourceRow } from "../tables.ts";

/** The id under which a version knew this source, which is another one where it was deleted and brought back since. */
export async function findSourceAt(
  db: Db,
  { organizationId, agentId, id, originId, sinceVersion }: DataSourceRow,
  version: number,
): Promise<string | null> {
  if (sinceVersion <= version) return id;
  const kept = await db
    .selectFrom("keptSources")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("originId", "=", originId ?? id)
    .where("sinceVersion", "<=", version)
    .where("untilVersion", ">=", version)
    .executeTakeFirst();
  return kept?.id ?? null;
}
