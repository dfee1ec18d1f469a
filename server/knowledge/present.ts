import type { DataSource, SourcePage, SyncLog, SyncRun } from "../../shared/contract/knowledge/knowledge.ts";
import type { DataSourceConfig } from "../../shared/contract/knowledge/sourceConfigs.ts";
import type { SourceConnection } from "../../shared/contract/knowledge/sourceConnection.ts";
import type { SourceSchedule } from "../../shared/contract/knowledge/sourceSchedule.ts";
import { organizationItself } from "../../shared/domain/sharedSources.ts";
import type { DataSourceRow, PageRow, SyncLogRow, SyncRunRow } from "./tables.ts";

export interface SourceBeside {
  lastRun: SyncRunRow | null;
  files: { id: string; name: string; sizeBytes: number }[];
  /** The agents that use it, where it is one that agents share. */
  usedBy: { id: string; name: string }[];
  connection: SourceConnection | null;
}

/** A data source as members see it, with its newest run, the files it names and the account by which it is read. */
export function presentSource(row: DataSourceRow, beside: SourceBeside): DataSource {
  const { lastRun, files, usedBy, connection } = beside;
  const isShared = row.agentId === organizationItself;
  return {
    id: row.id,
    agentId: isShared ? null : row.agentId,
    ...(isShared && { usedBy }),
    name: row.name,
    audience: row.audience,
    config: readConfig(row),
    files,
    connection,
    status: row.status,
    error: row.error,
    counts: presentCounts(row),
    lastRun: lastRun ? presentRun(lastRun) : null,
    lastSyncedAt: row.lastSyncedAt,
    restoredVersion: row.restoredVersion,
    schedule: readSchedule(row),
    nextSyncAt: nextSyncOf(row),
    webhook: presentWebhook(row),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

export function presentCounts(row: DataSourceRow): DataSource["counts"] {
  const { pageCount: pages, passageCount: passages, characterCount: characters, failedCount: failed } = row;
  return { pages, passages, characters, failed };
}

function presentWebhook(row: DataSourceRow): DataSource["webhook"] {
  const { webhookEnding: ending, webhookCreatedAt: createdAt, webhookUsedAt: lastUsedAt } = row;
  return ending === null || createdAt === null ? null : { ending, createdAt, lastUsedAt };
}

export function presentRun(row: SyncRunRow): SyncRun {
  return {
    id: row.id,
    sourceId: row.sourceId,
    trigger: row.trigger,
    status: row.status,
    counts: readCounts(row),
    error: row.error,
    createdAt: row.createdAt,
    startedAt: row.startedAt,
    endedAt: row.endedAt,
  };
}

export function presentLog(row: SyncLogRow): SyncLog {
  const { id, at, level, step, page, message } = row;
  return { id, at, level, step, page, message };
}

/** When a source's schedule asks for the next sync: not while it has a version's pages. */
export function nextSyncOf({
  restoredVersion,
  nextSyncAt,
}: Pick<DataSourceRow, "restoredVersion" | "nextSyncAt">): number | null {
  return restoredVersion === null ? nextSyncAt : null;
}

/** What stands about a page in other tables. */
export interface PageBeside {
  fileName: string | null;
  found: number | null;
  cited: number | null;
  lastCitedAt: number | null;
  kept: number | string | null;
  off: number | string | null;
  replaced: number | string | null;
}

export function presentPage(row: PageRow & PageBeside): SourcePage {
  return {
    id: row.id,
    sourceId: row.sourceId,
    title: row.title,
    url: row.url,
    fileName: row.fileName,
    status: row.status,
    error: row.error,
    characters: row.characters,
    passages: row.passageCount,
    lastFetchedAt: row.lastFetchedAt,
    lastChangedAt: row.lastChangedAt,
    publishedAt: row.publishedAt,
    enabled: row.enabled === 1,
    use: { found: row.found ?? 0, cited: row.cited ?? 0, lastCitedAt: row.lastCitedAt },
    edits: {
      kept: Number(row.kept ?? 0),
      off: Number(row.off ?? 0),
      replaced: Number(row.replaced ?? 0),
    },
  };
}

/** What a source reads; it passed the contract when it was written. */
export function readConfig(row: Pick<DataSourceRow, "config">): DataSourceConfig {
  return JSON.parse(row.config) as DataSourceConfig; // written after the contract's check
}

/** When a source is synced by itself, if at all; it passed the contract when it was written. */
export function readSchedule(row: Pick<DataSourceRow, "schedule">): SourceSchedule | null {
  return row.schedule === null ? null : (JSON.parse(row.schedule) as SourceSchedule); // written after the contract's check
}

export type SyncCounts = SyncRun["counts"];

/** The counts of a run so far. */
export function readCounts(row: Pick<SyncRunRow, "counts">): SyncCounts {
  return JSON.parse(row.counts) as SyncCounts; // written by the sync alone
}
