import {
  getDocument,
  listDocuments as listDocumentsCall,
  pushDocuments,
  removeDocument,
  removeDocuments,
} from "../../../shared/contract/knowledge/documents.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { Db, Tx } from "../../database/store.ts";
import { handle, type MemberCaller, type Route } from "../../requests/handle.ts";
import { findSource, lockSource } from "../find.ts";
import { presentRun } from "../present.ts";
import { createSourceWork, type SourceWorkDeps } from "../sourceWork.ts";
import { announceSync, findActiveRun, makeWay, setOutdated } from "../sync/runs.ts";
import { refreshCounts } from "../sync/sourceCounts.ts";
import type { DataSourceRow, SyncRunRow } from "../tables.ts";
import { listDocuments, readDocument } from "./listDocuments.ts";
import { putDocuments } from "./putDocuments.ts";
import { dropDocuments } from "./removeDocuments.ts";

/** The calls by which programs push documents into a source, look at them and take them away. */
export function documentRoutes(deps: SourceWorkDeps): Route[] {
  const { store, jobs, events, now } = deps;
  const { startRun } = createSourceWork(deps);

  /** Has a run read what came. One that is under way may have looked already, so it is followed by another. */
  async function readSoon(tx: Tx, source: DataSourceRow): Promise<SyncRunRow> {
    if (source.restoredVersion !== null) {
      await tx
        .updateTable("dataSources")
        .set({ restoredVersion: null })
        .where("organizationId", "=", source.organizationId)
        .where("id", "=", source.id)
        .execute();
      await makeWay(tx, jobs, source);
    }
    const active = await findActiveRun(tx, source);
    if (active?.status !== "running") return startRun(tx, source, { trigger: "update" });
    await setOutdated(tx, active, 1);
    return active;
  }

  async function remove(key: Key, by: "id" | "externalId", names: readonly string[]): Promise<string[]> {
    const removed = await store.transaction(async (tx) => {
      const source = checkKind(await lockSource(tx, key));
      const dropped = await dropDocuments(tx, { source, by, names });
      const { organizationId, agentId, sourceId } = key;
      const told = { organizationId, agentId, sourceId, runId: source.lastRunId ?? "", now: now() };
      if (dropped.length > 0) await announceSync(events, tx, told);
      return dropped;
    });
    if (removed.length > 0) await refreshCounts(store, key);
    return removed;
  }

  return [
    handle(pushDocuments, async ({ caller, params, body }) => {
      const { documents } = body.data;
      const data = await store.transaction(async (tx) => {
        const source = checkKind(await lockSource(tx, keyOf(caller, params)));
        const put = await putDocuments(tx, source, { documents, now: now() });
        const run = put.isToRead ? presentRun(await readSoon(tx, source)) : null;
        return { documents: put.documents, run };
      });
      return { data };
    }),

    handle(listDocumentsCall, async ({ caller, params, query }) =>
      listDocuments(store.reader, await findHolder(store.db, keyOf(caller, params)), query),
    ),

    handle(getDocument, async ({ caller, params }) => {
      const source = await findHolder(store.db, keyOf(caller, params));
      return { data: await readDocument(store.db, source, params.documentId) };
    }),

    handle(removeDocument, async ({ caller, params }) => {
      const removed = await remove(keyOf(caller, params), "id", [params.documentId]);
      if (removed.length === 0) throw new AppError("not_found");
      return undefined;
    }),

    handle(removeDocuments, async ({ caller, params, body }) => {
      const wanted = [...new Set(body.data.externalIds)];
      const removed = await remove(keyOf(caller, params), "externalId", wanted);
      const missing = wanted.filter((externalId) => !removed.includes(externalId));
      return { data: { removed, missing } };
    }),
  ];
}

type Key = ReturnType<typeof keyOf>;

function keyOf({ organizationId }: MemberCaller, params: { productId: string; datasourceId: string }) {
  return { organizationId, agentId: params.productId, sourceId: params.datasourceId };
}

async function findHolder(db: Db, key: Key): Promise<DataSourceRow> {
  return checkKind(await findSource(db, key));
}

function checkKind(source: DataSourceRow): DataSourceRow {
  if (source.kind === "documents") return source;
  throw new AppError("conflict", { message: "This source does not take documents. Add one that does." });
}
