import type { Tx } from "../../database/store.ts";
import type { DataSourceRow } from "../tables.ts";
import type {} from "./tables.ts";

type Source = Pick<DataSourceRow, "organizationId" | "id">;

/** Has all documents of a source read again: its pages are those of a version now, and not what they say. */
export async function awaitDocuments(tx: Tx, { organizationId, id }: Source): Promise<void> {
  await tx
    .updateTable("sourceDocuments")
    .set({ state: "waiting", error: null, indexedAt: null })
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", id)
    .execute();
}

/** Gives a source that a version brought back the documents that it had when it was deleted. */
export async function moveDocuments(tx: Tx, to: DataSourceRow): Promise<void> {
  const { organizationId, agentId, originId } = to;
  if (originId === null) return;
  await tx
    .updateTable("sourceDocuments")
    .set({ sourceId: to.id })
    .where("organizationId", "=", organizationId)
    .where("sourceId", "in", (query) =>
      query
        .selectFrom("keptSources")
        .select("id")
        .where("organizationId", "=", organizationId)
        .where("agentId", "=", agentId)
        .where("originId", "=", originId),
    )
    .execute();
}

/** Whether documents of a source are still to be read. */
export async function hasWaiting(tx: Tx, { organizationId, id }: Source): Promise<boolean> {
  const row = await tx
    .selectFrom("sourceDocuments")
    .select("externalId")
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", id)
    .where("state", "=", "waiting")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
