import { organizationItself } from "../../../shared/domain/sharedSources.ts";
import type { SourceAudience } from "../../../shared/domain/sourceAudience.ts";
import { readConfiguration } from "../../agents/present.ts";
import type { AgentKey } from "../../agents/parts.ts";
import { statement } from "../../database/statement.ts";
import type { Db, Tx } from "../../database/store.ts";
import type { DataSourceRow } from "../tables.ts";
import type {} from "./tables.ts";

/**
 * The ids of all sources that an agent answers somebody of these audiences from: its own, and those of the organization
 * that it chose.
 */
export async function listSearched(
  db: Db,
  agent: AgentKey,
  audiences: readonly SourceAudience[],
): Promise<string[]> {
  const { organizationId, agentId } = agent;
  const [own, used] = await Promise.all([
    selectOwn(db, { organizationId, agentId }),
    selectUsed(db, { organizationId, agentId }),
  ]);
  return [...own, ...used].filter(({ audience }) => audiences.includes(audience)).map(({ id }) => id);
}

const selectOwn = statement((db, { organizationId, agentId }: AgentKey) =>
  db
    .selectFrom("dataSources")
    .select(["id", "audience"])
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId),
);

/** The sources of the organization that an agent chose, in the order in which they were added. */
export function listUsed(db: Db, { organizationId, agentId }: AgentKey): Promise<DataSourceRow[]> {
  return selectUsed(db, { organizationId, agentId });
}

const selectUsed = statement((db, { organizationId, agentId }: AgentKey) =>
  db
    .selectFrom("dataSources")
    .innerJoin("sharedSourceUse", (join) =>
      join
        .onRef("sharedSourceUse.organizationId", "=", "dataSources.organizationId")
        .onRef("sharedSourceUse.sourceId", "=", "dataSources.id"),
    )
    .selectAll("dataSources")
    .where("sharedSourceUse.organizationId", "=", organizationId)
    .where("sharedSourceUse.agentId", "=", agentId)
    .where("dataSources.agentId", "=", organizationItself)
    .orderBy("dataSources.createdAt")
    .orderBy("dataSources.id"),
);

/** Has an agent answer from these sources of the organization besides those that it does already. */
export async function useSources(
  tx: Tx,
  { organizationId, agentId }: AgentKey,
  sourceIds: readonly string[],
): Promise<void> {
  if (sourceIds.length === 0) return;
  await tx
    .insertInto("sharedSourceUse")
    .values(sourceIds.map((sourceId) => ({ organizationId, agentId, sourceId })))
    .onConflict((use) => use.columns(["organizationId", "agentId", "sourceId"]).doNothing())
    .execute();
}

/** Has an agent answer from none of the organization's sources, or stop using one of them. */
export async function stopUse(
  tx: Tx,
  { organizationId, agentId }: AgentKey,
  sourceId?: string,
): Promise<void> {
  await tx
    .deleteFrom("sharedSourceUse")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .$if(sourceId !== undefined, (use) => use.where("sourceId", "=", sourceId ?? ""))
    .execute();
}

/** A source is deleted: agents stop using it. */
export async function forgetUse(
  tx: Tx,
  { organizationId, sourceId }: { organizationId: string; sourceId: string },
): Promise<void> {
  await tx
    .deleteFrom("sharedSourceUse")
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .execute();
}

/** The agents that answer from these sources, by the source's id; agents that were deleted are not among them. */
export async function listUsers(
  db: Db,
  organizationId: string,
  sourceIds: readonly string[],
): Promise<Map<string, { id: string; name: string }[]>> {
  if (sourceIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("sharedSourceUse")
    .innerJoin("agents", (join) =>
      join
        .onRef("agents.organizationId", "=", "sharedSourceUse.organizationId")
        .onRef("agents.id", "=", "sharedSourceUse.agentId"),
    )
    .select(["sharedSourceUse.sourceId", "agents.id", "agents.configuration"])
    .where("sharedSourceUse.organizationId", "=", organizationId)
    .where("sharedSourceUse.sourceId", "in", sourceIds)
    .orderBy("agents.createdAt")
    .orderBy("agents.id")
    .execute();
  const named = rows.map(({ sourceId, id, configuration }) => ({
    sourceId,
    agent: { id, name: readConfiguration(configuration).name },
  }));
  return new Map(
    [...Map.groupBy(named, ({ sourceId }) => sourceId)].map(([id, uses]) => [
      id,
      uses.map(({ agent }) => agent),
    ]),
  );
}
