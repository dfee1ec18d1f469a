import {
  cancelSync,
  createDataSource,
  getDataSource,
  listDataSources,
  listPages,
  listSyncHistory,
  listSyncLogs,
  removeDataSource,
  removePage,
  retrySync,
  syncDataSource,
  updateDataSource,
  type DataSourceConfig,
} from "../../shared/contract/knowledge.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { Store, Tx } from "../database/store.ts";
import { handle, type MemberCaller, type Route } from "../door/handle.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Events } from "../live/events.ts";
import { checkAgent, findLastRuns, findRun, findSource, lockSource } from "./find.ts";
import { listRunLogs, listSourcePages } from "./lists.ts";
import { presentRun, presentSource, readConfig } from "./present.ts";
import { checkConfig, checkFiles, insertSource } from "./sources.ts";
import type { SettleFiles } from "./sources.ts";
import { excludePage } from "./sync/pageRows.ts";
import { announceSync, findActiveRun, makeWay, queueRun, setOutdated } from "./sync/runs.ts";
import { refreshCounts } from "./sync/sourceCounts.ts";
import { removeSource } from "./versions/removeSource.ts";
import type { DataSourceRow, SyncRunRow } from "./tables.ts";

export interface KnowledgeCallDeps {
  store: Store;
  jobs: Jobs;
  settleFiles: SettleFiles;
  events: Events;
  now: () => number;
}

/** The calls on data sources, their syncs and their pages. */
export function knowledgeRoutes({ store, jobs, settleFiles, events, now }: KnowledgeCallDeps): Route[] {
  const keyOf = ({ organizationId }: MemberCaller, params: { productId: string; datasourceId: string }) => ({
    organizationId,
    agentId: params.productId,
    sourceId: params.datasourceId,
  });

  async function present(rows: DataSourceRow[]) {
    const runs = await findLastRuns(store.db, rows);
    const files = await findFiles(rows);
    return rows.map((row) => presentSource(row, { lastRun: runs.get(row.id) ?? null, files: files(row) }));
  }

  async function findFiles(rows: DataSourceRow[]) {
    const idsOf = (row: DataSourceRow) => fileIdsOf(readConfig(row));
    const ids = rows.flatMap(idsOf);
    const found =
      ids.length === 0
        ? []
        : await store.db
            .selectFrom("files")
            .select(["id", "name", "sizeBytes"])
            .where("organizationId", "=", rows[0]?.organizationId ?? "")
            .where("id", "in", ids)
            .execute();
    const byId = new Map(found.map((file) => [file.id, file]));
    return (row: DataSourceRow) => idsOf(row).flatMap((id) => byId.get(id) ?? []);
  }

  async function presentOne(row: DataSourceRow) {
    const [data] = await present([row]);
    if (!data) throw new AppError("not_found");
    return { data };
  }

  /** Queues a run and tells the open screens. */
  async function start(
    tx: Tx,
    source: DataSourceRow,
    run: { trigger: SyncRunRow["trigger"]; onlyFailed?: boolean },
  ) {
    const queued = await queueRun(tx, jobs, { source, now: now(), ...run });
    const { organizationId, agentId, id: sourceId } = source;
    await announceSync(events, tx, { organizationId, agentId, sourceId, runId: queued.id, now: now() });
    return queued;
  }

  return [
    handle(listDataSources, async ({ caller, params, query }) => {
      const key = { organizationId: caller.organizationId, agentId: params.productId };
      await checkAgent(store.db, key);
      const mine = store.db
        .selectFrom("dataSources")
        .where("organizationId", "=", key.organizationId)
        .where("agentId", "=", key.agentId);
      const rows = await mine
        .selectAll()
        .orderBy("createdAt", "desc")
        .orderBy("id", "desc")
        .limit(query.limit)
        .offset((query.page - 1) * query.limit)
        .execute();
      const { total } = await mine
        .select((row) => row.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow();
      return { items: await present(rows), page: { ...query, total: Number(total) } };
    }),

    handle(createDataSource, async ({ caller, params, body }) => {
      const key = { organizationId: caller.organizationId, agentId: params.productId };
      await checkAgent(store.db, key);
      const config = checkConfig(body.data.config);
      await settleFiles(key.organizationId, fileIdsOf(config));
      const row = await store.transaction(async (tx) => {
        await checkFiles(tx, key.organizationId, config);
        const source = await insertSource(tx, { ...key, name: body.data.name, config, now: now() });
        const run = await start(tx, source, { trigger: "create" });
        return { ...source, lastRunId: run.id };
      });
      return presentOne(row);
    }),

    handle(getDataSource, async ({ caller, params }) =>
      presentOne(await findSource(store.db, keyOf(caller, params))),
    ),

    handle(updateDataSource, async ({ caller, params, body }) => {
      const key = keyOf(caller, params);
      const config = checkConfig(body.data.config);
      await settleFiles(key.organizationId, fileIdsOf(config));
      const row = await store.transaction(async (tx) => {
        const before = await lockSource(tx, key);
        if (before.kind !== config.kind) {
          const fields = [
            {
              path: "body.data.config.kind",
              message: "The kind of a source can't be changed. Add another source.",
            },
          ];
          throw new AppError("invalid_input", { fields });
        }
        await checkFiles(tx, key.organizationId, config);
        const source = await tx
          .updateTable("dataSources")
          .set({ name: body.data.name, config: JSON.stringify(config), updatedAt: now() })
          .where("organizationId", "=", key.organizationId)
          .where("id", "=", key.sourceId)
          .returningAll()
          .executeTakeFirstOrThrow();
        if (source.config === before.config) return source;
        await tx
          .updateTable("dataSources")
          .set({ restoredVersion: null })
          .where("organizationId", "=", key.organizationId)
          .where("id", "=", key.sourceId)
          .execute();
        await makeWay(tx, jobs, source);
        await start(tx, source, { trigger: "update" });
        return findSource(tx, key);
      });
      return presentOne(row);
    }),

    handle(removeDataSource, async ({ caller, params }) => {
      const key = keyOf(caller, params);
      await store.transaction(async (tx) => {
        const source = await lockSource(tx, key);
        await removeSource(tx, jobs, source);
        await announceSync(events, tx, { ...key, runId: source.lastRunId ?? "", now: now() });
      });
      return undefined;
    }),

    handle(syncDataSource, async ({ caller, params }) => {
      const run = await store.transaction(async (tx) =>
        start(tx, await lockSource(tx, keyOf(caller, params)), { trigger: "manual" }),
      );
      return { data: presentRun(run) };
    }),

    handle(cancelSync, async ({ caller, params }) => {
      const key = keyOf(caller, params);
      const run = await store.transaction(async (tx) => {
        const source = await lockSource(tx, key);
        const active = await findActiveRun(tx, source);
        if (!active?.jobId) throw new AppError("conflict", { message: "No sync is running." });
        await setOutdated(tx, active, 0);
        await jobs.cancel(tx, { organizationId: key.organizationId, id: active.jobId });
        return findRun(tx, source, active.id);
      });
      return { data: presentRun(run) };
    }),

    handle(retrySync, async ({ caller, params }) => {
      const run = await store.transaction(async (tx) => {
        const source = await lockSource(tx, keyOf(caller, params));
        // With nothing good yet it is the whole source that failed.
        return start(tx, source, {
          trigger: "manual",
          onlyFailed: source.pageCount > 0 && source.failedCount > 0,
        });
      });
      return { data: presentRun(run) };
    }),

    handle(listSyncHistory, async ({ caller, params, query }) => {
      const source = await findSource(store.db, keyOf(caller, params));
      const mine = store.reader
        .selectFrom("syncRuns")
        .where("organizationId", "=", source.organizationId)
        .where("sourceId", "=", source.id);
      const rows = await mine
        .selectAll()
        .orderBy("id", "desc")
        .limit(query.limit)
        .offset((query.page - 1) * query.limit)
        .execute();
      const { total } = await mine
        .select((row) => row.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow();
      return { items: rows.map(presentRun), page: { ...query, total: Number(total) } };
    }),

    handle(listSyncLogs, async ({ caller, params, query }) => {
      const source = await findSource(store.db, keyOf(caller, params));
      const run = await findRun(store.db, source, params.syncHistoryId);
      return listRunLogs(store.reader, run, query);
    }),

    handle(listPages, async ({ caller, params, query }) => {
      const source = await findSource(store.db, keyOf(caller, params));
      return listSourcePages(store.reader, source, query);
    }),

    handle(removePage, async ({ caller, params }) => {
      const key = keyOf(caller, params);
      await store.transaction(async (tx) => {
        await findSource(tx, key);
        const page = await tx
          .selectFrom("pages")
          .selectAll()
          .where("organizationId", "=", key.organizationId)
          .where("sourceId", "=", key.sourceId)
          .where("id", "=", params.pageId)
          .where("excluded", "=", 0)
          .executeTakeFirst();
        if (!page) throw new AppError("not_found");
        await excludePage(tx, page);
      });
      await refreshCounts(store, key);
      return undefined;
    }),
  ];
}

function fileIdsOf(config: DataSourceConfig): string[] {
  return config.kind === "files" ? config.fileIds : [];
}
