import { mostFiles, type DataSourceConfig } from "../../shared/contract/knowledge/sourceConfigs.ts";
import { listSyncStatus, syncFiles, type SyncStatus } from "../../shared/contract/knowledge/sync.ts";
import { endingsOfKind, fileKinds, type FileKind } from "../../shared/domain/fileKinds.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { Tx } from "../database/store.ts";
import { handle, type Route } from "../requests/handle.ts";
import { checkAgent, findLastRuns, lockSource } from "./find.ts";
import { nextSyncOf, presentCounts, presentRun, readConfig } from "./present.ts";
import type { SettleFiles } from "./sources.ts";
import { createSourceWork, type SourceWorkDeps } from "./sourceWork.ts";
import type { DataSourceRow, SyncRunRow } from "./tables.ts";

export interface SyncCallDeps extends SourceWorkDeps {
  settleFiles: SettleFiles;
}

/** The calls by which programs follow syncs and have single files read. */
export function syncRoutes({ settleFiles, ...deps }: SyncCallDeps): Route[] {
  const { store } = deps;
  const { presentOne, changeConfig } = createSourceWork(deps);

  return [
    handle(listSyncStatus, async ({ caller: { organizationId }, params, query }) => {
      const { page, limit, datasourceId = null, status = null } = query;
      const agent = { organizationId, agentId: params.productId };
      await checkAgent(store.db, agent);
      const mine = store.db
        .selectFrom("dataSources")
        .where("organizationId", "=", organizationId)
        .where("agentId", "=", agent.agentId)
        .$if(datasourceId !== null, (some) => some.where("id", "=", datasourceId ?? ""))
        .$if(status !== null, (some) => some.where("status", "=", status ?? "ready"));
      const rows = await mine
        .selectAll()
        .orderBy("createdAt", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .offset((page - 1) * limit)
        .execute();
      const { total } = await mine
        .select((row) => row.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow();
      const runs = await findLastRuns(store.db, rows);
      return {
        items: rows.map((row) => presentStatus(row, runs.get(row.id))),
        page: { page, limit, total: Number(total) },
      };
    }),

    handle(syncFiles, async ({ caller: { organizationId }, params, body }) => {
      const key = { organizationId, agentId: params.productId, sourceId: params.datasourceId };
      const kinds = body.data;
      await checkAgent(store.db, key);
      await settleFiles(
        organizationId,
        fileKinds.flatMap((kind) => kinds[kind]),
      );
      const row = await store.transaction(async (tx) => {
        const source = await lockSource(tx, key);
        const config = readConfig(source);
        if (config.kind !== "files") {
          throw new AppError("conflict", { message: "This data source is not one of files." });
        }
        await checkKinds(tx, organizationId, kinds);
        return changeConfig(tx, source, { name: source.name, config: addFiles(config, kinds) });
      });
      return presentOne(row);
    }),
  ];
}

type FilesConfig = Extract<DataSourceConfig, { kind: "files" }>;
type FilesByKind = Record<FileKind, string[]>;

function addFiles(config: FilesConfig, kinds: FilesByKind): FilesConfig {
  const fileIds = [...new Set([...config.fileIds, ...fileKinds.flatMap((kind) => kinds[kind])])];
  if (fileIds.length > mostFiles) {
    throw new AppError("conflict", {
      message: `One source holds ${mostFiles} files. Add another for the rest.`,
    });
  }
  return { ...config, fileIds };
}

/** Refuses files that are not of this organization, were never sent whole, or are of another kind than is said. */
async function checkKinds(tx: Tx, organizationId: string, kinds: FilesByKind): Promise<void> {
  const rows = await tx
    .selectFrom("files")
    .select(["id", "name"])
    .where("organizationId", "=", organizationId)
    .where(
      "id",
      "in",
      fileKinds.flatMap((kind) => kinds[kind]),
    )
    .where("status", "=", "stored")
    .execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const fields = fileKinds.flatMap((kind) =>
    kinds[kind].flatMap((id, index) => {
      const message = judgeFile(names.get(id), kind);
      return message ? [{ path: `body.data.${kind}.${index}`, message }] : [];
    }),
  );
  if (fields.length > 0) throw new AppError("invalid_input", { fields });
}

function judgeFile(name: string | undefined, kind: FileKind): string | null {
  if (name === undefined) return "This file was not uploaded. Choose it again.";
  const endings = endingsOfKind(kind);
  // What it truly is shows when it is read: under `files` a name says nothing.
  const isOfKind = kind === "files" || endings.some((ending) => name.toLowerCase().endsWith(`.${ending}`));
  return isOfKind ? null : `${kind} takes files that end with ${endings.join(", ")}.`;
}

function presentStatus(row: DataSourceRow, lastRun: SyncRunRow | undefined): SyncStatus {
  const { id, name, status, error, lastSyncedAt } = row;
  return {
    ...{ id, name, status, error, lastSyncedAt, nextSyncAt: nextSyncOf(row) },
    counts: presentCounts(row),
    lastRun: lastRun ? presentRun(lastRun) : null,
  };
}
