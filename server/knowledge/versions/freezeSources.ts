import type { AgentKey } from "../../agents/parts.ts";
import type { FrozenKnowledge } from "../../agents/versionContent.ts";
import type { Db } from "../../database/store.ts";
import type { VersionSource } from "../../../shared/domain/versions/content.ts";
import { readConfig } from "../present.ts";
import { listUsed } from "../shared/sharedUse.ts";
import type { DataSourceRow } from "../tables.ts";

/**
 * What a version says of the agent's sources. Their pages are known by the numbers of versions that they carry; those of
 * shared sources are the organization's, and a version keeps only that the agent used them.
 */
export async function freezeSources(db: Db, agent: AgentKey): Promise<FrozenKnowledge> {
  const [own, shared] = [await listSourceRows(db, agent), await listUsed(db, agent)];
  return {
    sources: own.map((row) => ({
      id: row.id,
      ...describe(row),
      config: readConfig(row),
      audience: row.audience,
    })),
    shared: shared.map((row) => ({ ...describe(row), config: null })),
  };
}

function describe(row: DataSourceRow): Omit<VersionSource, "config"> {
  const { id, originId, name, kind, pageCount: pages, characterCount } = row;
  return { originId: originId ?? id, name, kind, pages, characters: Number(characterCount) };
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
