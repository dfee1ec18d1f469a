import * as v from "valibot";
import { sourceAudiences } from "../../domain/sourceAudience.ts";
import { call } from "../call.ts";
import { confirmed, count, data, id, list, paging, text, time, title } from "../shapes.ts";
import { dataSourceConfig } from "./sourceConfigs.ts";
import { sourceConnection } from "./sourceConnection.ts";
import { sourceSchedule } from "./sourceSchedule.ts";

export const syncCounts = v.object({
  found: count,
  fetched: count,
  indexed: count,
  added: count,
  changed: count,
  unchanged: count,
  removed: count,
  skipped: count,
  failed: count,
});

export const syncRun = v.object({
  id,
  sourceId: id,
  trigger: v.picklist(["create", "manual", "update", "restore", "schedule", "api", "webhook"]),
  status: v.picklist(["queued", "running", "done", "partly", "failed", "cancelled"]),
  counts: syncCounts,
  /** Why it failed as a whole, in a sentence for people. */
  error: v.nullable(v.string()),
  createdAt: time,
  startedAt: v.nullable(time),
  endedAt: v.nullable(time),
});
export type SyncRun = v.InferOutput<typeof syncRun>;

export const syncLog = v.object({
  id,
  at: time,
  level: v.picklist(["info", "warning", "error"]),
  step: v.picklist(["find", "fetch", "extract", "index", "remove"]),
  /** The page's address or the file's name. */
  page: v.nullable(v.string()),
  message: v.string(),
});
export type SyncLog = v.InferOutput<typeof syncLog>;

/** Whom a source is for: nobody else is answered from it. */
export const audience = v.picklist(sourceAudiences);

export const dataSource = v.object({
  id,
  /** Null for one of the organization's own, which its agents share. */
  agentId: v.nullable(id),
  /** The agents that answer from it, where it is one that agents share. */
  usedBy: v.optional(v.array(v.object({ id, name: v.string() }))),
  name: v.string(),
  audience: v.optional(audience),
  config: dataSourceConfig,
  /** `files` with their names, for a source of files. */
  files: v.array(v.object({ id, name: v.string(), sizeBytes: count })),
  /** Whose access it is read with; null for other kinds, and where nobody has connected an account for it. */
  connection: v.nullable(sourceConnection),
  /** `draft`: it came with an import or a copy and is read once somebody syncs it. */
  status: v.picklist(["draft", "queued", "syncing", "ready", "partly", "failed", "empty"]),
  error: v.nullable(v.string()),
  counts: v.object({ pages: count, passages: count, characters: count, failed: count }),
  /** The newest run, so that a list can show live progress. */
  lastRun: v.nullable(syncRun),
  lastSyncedAt: v.nullable(time),
  /** The version of the agent whose pages it has; null once it was read again. */
  restoredVersion: v.nullable(count),
  schedule: v.nullable(sourceSchedule),
  /** When the schedule asks for the next sync; null without one, while it is paused, and while it has a version's pages. */
  nextSyncAt: v.nullable(time),
  /** The address that starts a sync, by its last four characters; null where there is none. */
  webhook: v.nullable(v.object({ ending: v.string(), createdAt: time, lastUsedAt: v.nullable(time) })),
  createdAt: time,
  updatedAt: time,
});
export type DataSource = v.InferOutput<typeof dataSource>;

export const sourcePage = v.object({
  id,
  sourceId: id,
  title: v.string(),
  url: v.nullable(v.string()),
  fileName: v.nullable(v.string()),
  status: v.picklist(["ready", "failed"]),
  error: v.nullable(v.string()),
  characters: count,
  passages: count,
  lastFetchedAt: time,
  lastChangedAt: time,
  /** When its author says that it came out, where that is known. */
  publishedAt: v.nullable(time),
  /** False: a person switched it off, and no answer finds it. */
  enabled: v.boolean(),
  /** How often answers to visitors had it among what they found, and cited it. */
  use: v.object({ found: count, cited: count, lastCitedAt: v.nullable(time) }),
  /** Passages that a person wrote, those that are switched off, and such of both that the source has overtaken. */
  edits: v.object({ kept: count, off: count, replaced: count }),
});
export type SourcePage = v.InferOutput<typeof sourcePage>;

const base = "/v1/org/{orgId}/copilotapps/{productId}/datasources" as const;
export const oneDataSource = `${base}/{datasourceId}` as const;
/** A thousand questions, or the longest text in any script. */
export const maxSourceBytes = 1_000_000;
const reads = { member: "knowledge.read" } as const;
const writes = { member: "knowledge.update" } as const;

export const listDataSources = call({
  family: "console",
  method: "GET",
  path: base,
  who: reads,
  summary: "Lists an agent's data sources with the state of their newest sync.",
  query: paging,
  answer: list(dataSource),
});

/** Starts the first sync immediately. */
export const createDataSource = call({
  family: "console",
  method: "POST",
  path: base,
  who: writes,
  audit: "Added a data source",
  summary: "Adds a data source and starts its first sync.",
  maxBodyBytes: maxSourceBytes,
  body: data(
    v.strictObject({
      name: v.optional(text(120), ""),
      config: dataSourceConfig,
      /** For everyone where it is left out. */
      audience: v.optional(audience),
    }),
  ),
  answer: data(dataSource),
});

export const getDataSource = call({
  family: "console",
  method: "GET",
  path: oneDataSource,
  who: reads,
  summary: "Returns one data source.",
  answer: data(dataSource),
});

/**
 * A changed config is synced immediately; pages that stay the same are not indexed again. Answers follow a changed
 * audience immediately; left out it stays.
 */
export const updateDataSource = call({
  family: "console",
  method: "PUT",
  path: oneDataSource,
  who: writes,
  audit: "Changed a data source",
  summary: "Changes a data source, and syncs it if its configuration changed.",
  maxBodyBytes: maxSourceBytes,
  body: data(v.strictObject({ name: title(120), config: dataSourceConfig, audience: v.optional(audience) })),
  answer: data(dataSource),
});

export const removeDataSource = call({
  family: "console",
  method: "DELETE",
  path: oneDataSource,
  who: writes,
  audit: "Deleted a data source",
  summary: "Deletes a data source with its pages. Answers no longer cite it.",
  query: confirmed,
});

export const syncDataSource = call({
  family: "console",
  method: "POST",
  path: `${oneDataSource}/sync`,
  who: writes,
  audit: "Synced a data source",
  summary: "Starts a sync, or returns the running one.",
  status: 202,
  answer: data(syncRun),
});

export const cancelSync = call({
  family: "console",
  method: "POST",
  path: `${oneDataSource}/sync/cancel`,
  who: writes,
  audit: "Canceled a sync",
  summary: "Cancels the running sync. Pages indexed so far stay.",
  answer: data(syncRun),
});

/** Reads again only what failed in the newest run. */
export const retrySync = call({
  family: "console",
  method: "POST",
  path: `${oneDataSource}/sync/retry`,
  who: writes,
  audit: "Retried a sync",
  summary: "Retries the failed pages of the latest sync.",
  answer: data(syncRun),
});

export const listSyncHistory = call({
  family: "console",
  method: "GET",
  path: `${oneDataSource}/history`,
  who: reads,
  summary: "Lists a data source's syncs, newest first.",
  query: paging,
  answer: list(syncRun),
});

export const listSyncLogs = call({
  family: "console",
  method: "GET",
  path: `${oneDataSource}/history/{syncHistoryId}/logs`,
  who: reads,
  summary: "Lists what happened in one sync, page by page, with the reason of each failure.",
  query: v.object({ ...paging.entries, level: v.optional(v.picklist(["info", "warning", "error"])) }),
  answer: list(syncLog),
});

export const listPages = call({
  family: "console",
  method: "GET",
  path: `${oneDataSource}/pages`,
  who: reads,
  summary: "Lists the pages of a data source.",
  query: v.object({
    ...paging.entries,
    search: v.optional(text(200)),
    status: v.optional(v.picklist(["ready", "failed", "off", "edited"])),
    /** `title`: those with an error first. The others begin with the most, and the newest. */
    sort: v.optional(v.picklist(["title", "changed", "cited", "found", "characters"]), "title"),
  }),
  answer: list(sourcePage),
});

export const removePage = call({
  family: "console",
  method: "DELETE",
  path: `${oneDataSource}/pages/{pageId}`,
  who: writes,
  audit: "Deleted a page of a data source",
  summary: "Deletes one page of a data source and keeps it out of later syncs.",
});
