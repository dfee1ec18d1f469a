import type { DataSource } from "../../shared/contract/knowledge/knowledge.ts";
import type { DataSourceConfig } from "../../shared/contract/knowledge/sourceConfigs.ts";
import { organizationItself } from "../../shared/domain/sharedSources.ts";
import type { SourceAudience } from "../../shared/domain/sourceAudience.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { announceAgent } from "../agents/announce.ts";
import type { Store, Tx } from "../database/store.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Events } from "../live/events.ts";
import { isConnected } from "./connected/connected.ts";
import { presentConnection, removeUnusedConnection } from "./connected/connections.ts";
import { findLastRuns, findSource } from "./find.ts";
import { presentSource, readConfig } from "./present.ts";
import { listUsers } from "./shared/sharedUse.ts";
import { fileIdsOf } from "./kinds/kinds.ts";
import { insertSource } from "./sources.ts";
import type { NewSource } from "./sources.ts";
import { announceSync, makeWay, queueRun } from "./sync/runs.ts";
import type { DataSourceRow, SyncRunRow } from "./tables.ts";

export interface SourceWorkDeps {
  store: Store;
  jobs: Jobs;
  events: Events;
  now: () => number;
}

/** What several calls on a source do: show it, sync it, change what it reads. */
export interface SourceWork {
  present(rows: DataSourceRow[]): Promise<DataSource[]>;
  presentOne(row: DataSourceRow): Promise<{ data: DataSource }>;
  /** Queues a run and tells the open screens. */
  startRun(
    tx: Tx,
    source: DataSourceRow,
    run: { trigger: SyncRunRow["trigger"]; onlyFailed?: boolean; only?: string[] },
  ): Promise<SyncRunRow>;
  /** Adds a source to an agent and has it read. */
  addSource(tx: Tx, source: Omit<NewSource, "now" | "status" | "originId">): Promise<DataSourceRow>;
  /** Writes name and config of a source that is locked. A config that is another one is synced. */
  changeConfig(
    tx: Tx,
    before: DataSourceRow,
    change: { name: string; config: DataSourceConfig; audience?: SourceAudience | undefined },
  ): Promise<DataSourceRow>;
}

export function createSourceWork({ store, jobs, events, now }: SourceWorkDeps): SourceWork {
  async function present(rows: DataSourceRow[]) {
    const runs = await findLastRuns(store.db, rows);
    const files = await findFiles(rows);
    const [users, connections] = [await findUsers(rows), await findConnections(rows)];
    return rows.map((row) =>
      presentSource(row, {
        ...{ lastRun: runs.get(row.id) ?? null, files: files(row), usedBy: users.get(row.id) ?? [] },
        connection: connections.get(connectionOf(row) ?? "") ?? null,
      }),
    );
  }

  function findUsers(rows: DataSourceRow[]) {
    const shared = rows.filter(({ agentId }) => agentId === organizationItself).map(({ id }) => id);
    return listUsers(store.db, rows[0]?.organizationId ?? "", shared);
  }

  async function findConnections(rows: DataSourceRow[]) {
    const ids = rows.flatMap((row) => connectionOf(row) ?? []);
    const found =
      ids.length === 0
        ? []
        : await store.db
            .selectFrom("connections")
            .selectAll()
            .where("organizationId", "=", rows[0]?.organizationId ?? "")
            .where("id", "in", ids)
            .execute();
    return new Map(found.map((row) => [row.id, presentConnection(row)]));
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

  const startRun: SourceWork["startRun"] = async (tx, source, run) => {
    const queued = await queueRun(tx, jobs, { source, now: now(), ...run });
    const { organizationId, agentId, id: sourceId } = source;
    await announceSync(events, tx, { organizationId, agentId, sourceId, runId: queued.id, now: now() });
    return queued;
  };

  return {
    present,
    startRun,
    async addSource(tx, wanted) {
      const source = await insertSource(tx, { ...wanted, now: now() });
      // Its setup guide has ticked a step.
      const { organizationId, agentId } = source;
      await announceAgent(events, tx, { organizationId, agentId, now: now() });
      const run = await startRun(tx, source, { trigger: "create" });
      return { ...source, lastRunId: run.id };
    },
    async presentOne(row) {
      const [data] = await present([row]);
      if (!data) throw new AppError("not_found");
      return { data };
    },
    async changeConfig(tx, before, { name, config, audience = before.audience }) {
      const { organizationId, agentId, id } = before;
      const written = JSON.stringify(config);
      const isSame = written === before.config;
      const source = await tx
        .updateTable("dataSources")
        .set({ name, audience, config: written, updatedAt: now(), ...(!isSame && { restoredVersion: null }) })
        .where("organizationId", "=", organizationId)
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirstOrThrow();
      if (isSame) return source;
      await removeUnusedConnection(tx, { organizationId, connectionId: connectionOf(before) });
      await makeWay(tx, jobs, source);
      await startRun(tx, source, { trigger: "update" });
      return findSource(tx, { organizationId, agentId, sourceId: id });
    },
  };
}

/** The connection that a source names. */
function connectionOf(row: DataSourceRow): string | null {
  const config = readConfig(row);
  return isConnected(config) ? config.connectionId : null;
}
