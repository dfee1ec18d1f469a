import { organizationItself } from "../../shared/domain/sharedSources.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { findAgent } from "../agents/find.ts";
import type { AgentKey } from "../agents/parts.ts";
import type { Db, Tx } from "../database/store.ts";
import type { DataSourceRow, PageRow, SyncRunRow } from "./tables.ts";

export interface SourceKey extends AgentKey {
  sourceId: string;
}

/** A data source, found through its organization and agent; everything else is the same `not_found`. */
export async function findSource(
  db: Db,
  { organizationId, agentId, sourceId }: SourceKey,
): Promise<DataSourceRow> {
  const row = await db
    .selectFrom("dataSources")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("id", "=", sourceId)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found");
  return row;
}

/** As `findSource`, and nobody else begins, changes or ends a sync of it before the transaction is over. */
export async function lockSource(tx: Tx, key: SourceKey): Promise<DataSourceRow> {
  await tx
    .selectFrom("dataSources")
    .select("id")
    .where("organizationId", "=", key.organizationId)
    .where("id", "=", key.sourceId)
    .forUpdate()
    .execute();
  return findSource(tx, key);
}

/** A page of a source that was found; one that a person deleted is not there. */
export async function findPage(
  db: Db,
  { organizationId, id: sourceId }: Pick<DataSourceRow, "organizationId" | "id">,
  pageId: string,
): Promise<PageRow> {
  const row = await db
    .selectFrom("pages")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("id", "=", pageId)
    .where("excluded", "=", 0)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found");
  return row;
}

/** A run of a source that was found. */
export async function findRun(
  db: Db,
  { organizationId, id: sourceId }: Pick<DataSourceRow, "organizationId" | "id">,
  runId: string,
): Promise<SyncRunRow> {
  const row = await db
    .selectFrom("syncRuns")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("id", "=", runId)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found");
  return row;
}

/** The newest runs of these sources, by the source's id. */
export async function findLastRuns(
  db: Db,
  sources: Pick<DataSourceRow, "organizationId" | "lastRunId">[],
): Promise<Map<string, SyncRunRow>> {
  const ids = sources.flatMap(({ lastRunId }) => lastRunId ?? []);
  const organizationId = sources[0]?.organizationId;
  if (!organizationId || ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("syncRuns")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.sourceId, row]));
}

/** Refuses an agent of another organization before a list or a creation below it. The organization itself is there. */
export async function checkAgent(db: Db, key: AgentKey): Promise<void> {
  if (key.agentId !== organizationItself) await findAgent(db, key);
}
