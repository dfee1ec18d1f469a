import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { sql } from "kysely";
import type { Installation } from "../../shared/contract/installation/installation.ts";
import { listManifests } from "../backup/listManifests.ts";
import { isBucketAddress, openPlace } from "../backup/place.ts";
import type { Store } from "../database/store.ts";
import type { LogEntry } from "../requests/log.ts";
import type {} from "../jobs/tables.ts";
import type {} from "../storage/tables.ts";
import type { Backups } from "./backups.ts";
import { findFree } from "./checks/machine.ts";
import { examine } from "./doctor.ts";
import type { CheckDeps } from "./facts.ts";

export interface ShowDeps extends CheckDeps {
  startedAt: number;
  backups: Backups;
  /** The latest lines of the log, oldest first. */
  readLog: () => readonly LogEntry[];
}

const dayMs = 24 * 60 * 60 * 1000;
const mostBackups = 30;

/** Everything on the Installation screen. */
export async function showInstallation(deps: ShowDeps): Promise<Installation> {
  const { store, version, startedAt, readLog } = deps;
  const [checks, jobs, storage, backups] = await Promise.all([
    examine(deps),
    countJobs(deps),
    measureStorage(deps),
    listBackups(deps),
  ]);
  return {
    ...{ version, node: process.versions.node, database: store.dialect, startedAt },
    ...{ checks, jobs, storage, backups },
    log: readLog().map(({ time: at, level, message, ...facts }) => ({
      ...{ at, level, message },
      facts: Object.fromEntries(
        Object.entries(facts).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])),
      ),
    })),
  };
}

async function countJobs({ store, now }: ShowDeps): Promise<Installation["jobs"]> {
  const at = now();
  const [live, failed] = await Promise.all([
    store.reader
      .selectFrom("jobs")
      .select((eb) => [
        "kind",
        sql<number>`sum(case when ${eb.ref("state")} = 'queued' then 1 else 0 end)`.as("queued"),
        sql<number>`sum(case when ${eb.ref("state")} = 'running' then 1 else 0 end)`.as("running"),
        sql<
          number | null
        >`min(case when ${eb.ref("state")} = 'queued' and ${eb.ref("runAt")} <= ${at} then ${eb.ref("runAt")} end)`.as(
          "oldest",
        ),
      ])
      .where("state", "in", ["queued", "running"])
      .groupBy("kind")
      .execute(),
    store.reader
      .selectFrom("jobs")
      .select(["kind", (eb) => eb.fn.countAll<number>().as("count")])
      .where("state", "=", "failed")
      .where("endedAt", ">", at - dayMs)
      .groupBy("kind")
      .execute(),
  ]);
  const kinds = [...new Set([...live, ...failed].map(({ kind }) => kind))].toSorted();
  return kinds.map((kind) => {
    const row = live.find((one) => one.kind === kind);
    return {
      ...{ kind, queued: row?.queued ?? 0, running: row?.running ?? 0 },
      failed: failed.find((one) => one.kind === kind)?.count ?? 0,
      waitsMs: row?.oldest == null ? null : Math.max(0, Math.round(at - row.oldest)),
    };
  });
}

async function measureStorage(deps: ShowDeps): Promise<Installation["storage"]> {
  const { store, settings, findFreeBytes = findFree } = deps;
  const [databaseBytes, files, freeBytes] = await Promise.all([
    measureDatabase(store),
    store.reader
      .selectFrom("files")
      .select((eb) => [
        eb.fn.countAll<number>().as("count"),
        eb.fn.sum<number | null>("sizeBytes").as("bytes"),
      ])
      .where("status", "=", "stored")
      .executeTakeFirstOrThrow(),
    findFreeBytes(resolve(settings.dataDir)).catch(() => null),
  ]);
  return { databaseBytes, files: files.count, fileBytes: files.bytes ?? 0, freeBytes };
}

async function measureDatabase({ db, file }: Store): Promise<number> {
  if (file !== undefined) {
    const sizes = await Promise.all([file, `${file}-wal`].map((path) => stat(path).catch(() => null)));
    return sizes.reduce((total, one) => total + (one?.size ?? 0), 0);
  }
  const { rows } = await sql<{
    bytes: number;
  }>`select pg_database_size(current_database())::float8 as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}

async function listBackups({ settings: { backup }, backups }: ShowDeps): Promise<Installation["backups"]> {
  const { isRunning, problem } = backups.look();
  if (backup === null) return { folder: null, at: null, isRunning, problem, items: [] };
  const place = isBucketAddress(backup.dir) ? backup.dir : resolve(backup.dir);
  const about = { folder: place, at: backup.at, isRunning };
  const made = await listManifests(openPlace(backup.dir, backup), mostBackups).catch(describe);
  // A bucket that does not answer says why in place of its backups.
  if (typeof made === "string") return { ...about, problem: problem ?? made, items: [] };
  const items = made.map(({ name, manifest: { madeAt, tables, files } }) => ({
    ...{ name, madeAt, files: files.length },
    rows: tables.reduce((total, { rows }) => total + rows, 0),
  }));
  return { ...about, problem, items };
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
