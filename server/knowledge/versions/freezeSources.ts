import type { AgentKey } from "../../agents/parts.ts";
import type { FrozenKnowledge } from "../../agents/versionContent.ts";
import type { Db } from "../../database/store.ts";
import { readConfig } from "../present.ts";
import type { DataSourceRow } from "../tables.ts";

/** What a version says of the agent's sources. Their pages are known by the numbers of versions that they carry. */
export async function freezeSources(db: Db, agent: AgentKey): Promise<FrozenKnowledge> {
  const rows = await listSourceRows(db, agent);
  return {
    sources: rows.map((row) => ({
      ...{ id: row.id, originId: row.originId ?? row.id, name: row.name, kind: row.kind },
      ...{ pages: row.pageCount, characters: Number(row.characterCount), config: readConfig(row) },
    })),
  };
}

/** The agent's sources in the order in which they were added. */
export function listSourceRows(db: Db, { organizationId, agentId }: AgentKey): Promise<DataSourceRow[]> {
  return db
    .selectFrom("dataSources")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
}
