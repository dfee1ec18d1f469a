import type { Store, Tx } from "../../database/store.ts";
import type { JobTools } from "../../jobs/kinds.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { JobRow } from "../../jobs/tables.ts";
import { readColumns } from "./present.ts";
import type { StoredCollection } from "./tables.ts";

export const sweepCollectionJob = "collections.sweep";

/** What is to be deleted: a whole collection that is gone, cells of columns, or the rows of an import that failed. */
type Sweep = { collectionId: string } & ({ all: true } | { columnIds: string[] } | { importId: string });

/** Queues the deletion of what may be many rows, in the transaction that takes them out of sight. */
export async function queueSweep(
  tx: Tx,
  jobs: Jobs,
  { organizationId, ...sweep }: Sweep & { organizationId: string },
): Promise<void> {
  const what = "columnIds" in sweep ? sweep.columnIds.join() : "importId" in sweep ? sweep.importId : "all";
  const key = `${sweep.collectionId}:${what}`;
  await jobs.enqueue(tx, { organizationId, kind: sweepCollectionJob, key, payload: sweep });
}

const rowsAtOnce = 200;

/** Deletes in small steps, so that nobody waits long for the writer. */
export function createSweepHandler({ store }: { store: Store }) {
  return async ({ organizationId, payload }: JobRow, { signal }: JobTools): Promise<void> => {
    const sweep = JSON.parse(payload) as Sweep; // written by queueSweep
    const { collectionId } = sweep;
    const key = { organizationId, collectionId };
    if ("columnIds" in sweep) return sweepCells(store, { ...key, columnIds: sweep.columnIds, signal });
    await sweepRows(store, { ...key, importId: "importId" in sweep ? sweep.importId : null, signal });
    if ("importId" in sweep) await endPending(store, { ...key, importId: sweep.importId });
    else
      for (const table of ["collectionImports", "collectionCalls"] as const)
        await store.db
          .deleteFrom(table)
          .where("organizationId", "=", organizationId)
          .where("collectionId", "=", collectionId)
          .execute();
  };
}

interface Swept {
  organizationId: string;
  collectionId: string;
  signal: AbortSignal;
}

async function sweepRows(
  store: Store,
  { organizationId, collectionId, importId, signal }: Swept & { importId: string | null },
): Promise<void> {
  for (let from = 0; ;) {
    signal.throwIfAborted();
    const rows = await store.reader
      .selectFrom("collectionRows")
      .select("number")
      .where("organizationId", "=", organizationId)
      .where("collectionId", "=", collectionId)
      .where("number", ">", from)
      .$if(importId !== null, (query) => query.where("importId", "=", importId))
      .orderBy("number")
      .limit(rowsAtOnce)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    from = last.number;
    const numbers = rows.map(({ number }) => number);
    await store.transaction(async (tx) => {
      for (const table of ["collectionCells", "collectionRows"] as const)
        await tx
          .deleteFrom(table)
          .where("organizationId", "=", organizationId)
          .where("collectionId", "=", collectionId)
          .where("number", "in", numbers)
          .execute();
    });
  }
}

/** From now on there may be another import. */
async function endPending(
  { db }: Store,
  { organizationId, collectionId, importId }: Omit<Swept, "signal"> & { importId: string },
): Promise<void> {
  await db
    .updateTable("collections")
    .set({ pendingImportId: null })
    .where("organizationId", "=", organizationId)
    .where("id", "=", collectionId)
    .where("pendingImportId", "=", importId)
    .execute();
}

async function sweepCells(
  store: Store,
  { organizationId, collectionId, columnIds, signal }: Swept & { columnIds: string[] },
): Promise<void> {
  for (let hasMore = true; hasMore;) {
    signal.throwIfAborted();
    hasMore = await store.transaction(async (tx) => {
      const unused = await listUnused(tx, { organizationId, collectionId }, columnIds);
      if (unused.length === 0) return false;
      const cells = await tx
        .selectFrom("collectionCells")
        .select(["columnId", "number"])
        .where("organizationId", "=", organizationId)
        .where("collectionId", "=", collectionId)
        .where("columnId", "in", unused)
        .limit(rowsAtOnce)
        .execute();
      const [first] = cells;
      if (!first) return false;
      await tx
        .deleteFrom("collectionCells")
        .where("organizationId", "=", organizationId)
        .where("collectionId", "=", collectionId)
        .where("columnId", "in", unused)
        .where(
          "number",
          "in",
          cells.map(({ number }) => number),
        )
        .execute();
      return true;
    });
  }
}

/** Those of the columns by which nothing is found now; somebody may have turned one on again. */
async function listUnused(
  tx: Tx,
  { organizationId, collectionId }: Omit<Swept, "signal">,
  columnIds: readonly string[],
): Promise<string[]> {
  const row: Pick<StoredCollection, "columns"> | undefined = await tx
    .selectFrom("collections")
    .select("columns")
    .where("organizationId", "=", organizationId)
    .where("id", "=", collectionId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return [];
  const used = readColumns(row).filter(({ index, preparing }) => index !== "none" || preparing);
  return columnIds.filter((id) => !used.some((column) => column.id === id));
}
