import { getCharacterUsage } from "../../shared/contract/knowledge/characterUsage.ts";
import {
  cancelSync,
  createDataSource,
  getDataSource,
  listDataSources,
  listSyncHistory,
  listSyncLogs,
  removeDataSource,
  retrySync,
  syncDataSource,
  updateDataSource,
} from "../../shared/contract/knowledge/knowledge.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { handle, type MemberCaller, type Route } from "../requests/handle.ts";
import { checkChoice } from "./connected/connected.ts";
import { checkAgent, findRun, findSource, lockSource } from "./find.ts";
import { checkConfig, fileIdsOf } from "./kinds/kinds.ts";
import { listRunLogs } from "./lists.ts";
import { presentRun, readConfig } from "./present.ts";
import { checkFiles } from "./sources.ts";
import type { SettleFiles } from "./sources.ts";
import { createSourceWork, type SourceWorkDeps } from "./sourceWork.ts";
import { announceSync, findActiveRun, setOutdated } from "./sync/runs.ts";
import { readCharacterUsage, type FindCharacterLimit } from "./usage/characterUsage.ts";
import { removeSource } from "./versions/removeSource.ts";

export interface KnowledgeCallDeps extends SourceWorkDeps {
  settleFiles: SettleFiles;
  findCharacterLimit: FindCharacterLimit;
}

/** The calls on data sources and their syncs. */
export function knowledgeRoutes({
  store,
  jobs,
  settleFiles,
  findCharacterLimit,
  events,
  now,
}: KnowledgeCallDeps): Route[] {
  const keyOf = ({ organizationId }: MemberCaller, params: { productId: string; datasourceId: string }) => ({
    organizationId,
    agentId: params.productId,
    sourceId: params.datasourceId,
  });

  const { present, presentOne, startRun, addSource, changeConfig } = createSourceWork({
    store,
    jobs,
    events,
    now,
  });

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
        await checkChoice(tx, { ...key, userId: caller.userId, config });
        const { name, audience } = body.data;
        return addSource(tx, { ...key, name, config, audience });
      });
      return presentOne(row);
    }),

    handle(getCharacterUsage, async ({ caller, params }) => {
      const key = { organizationId: caller.organizationId, agentId: params.productId };
      await checkAgent(store.db, key);
      const limit = await findCharacterLimit(key.organizationId);
      return { data: await readCharacterUsage(store.reader, key, limit) };
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
        const { organizationId } = key;
        await checkChoice(tx, { organizationId, userId: caller.userId, config, before: readConfig(before) });
        return changeConfig(tx, before, { name: body.data.name, config, audience: body.data.audience });
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
        startRun(tx, await lockSource(tx, keyOf(caller, params)), {
          trigger: caller.apiKeyId === undefined ? "manual" : "api",
        }),
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
        return startRun(tx, source, {
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
  ];
}
