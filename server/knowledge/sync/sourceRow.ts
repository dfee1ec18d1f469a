import type { Tx } from "../../database/store.ts";
import type { DataSourceRow } from "../tables.ts";
import type { RunRecord } from "./record.ts";

/** The source that a run reads, unless it was deleted meanwhile. */
export async function findSourceRow(
  tx: Tx,
  key: { organizationId: string; sourceId: string },
): Promise<DataSourceRow | undefined> {
  return tx
    .selectFrom("dataSources")
    .selectAll()
    .where("organizationId", "=", key.organizationId)
    .where("id", "=", key.sourceId)
    .executeTakeFirst();
}

/** Changes a source's row. */
export async function setSource(
  tx: Tx,
  key: RunRecord["key"],
  change: Partial<DataSourceRow>,
): Promise<void> {
  await tx
    .updateTable("dataSources")
    .set(change)
    .where("organizationId", "=", key.organizationId)
    .where("id", "=", key.sourceId)
    .execute();
}
