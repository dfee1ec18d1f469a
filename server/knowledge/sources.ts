import type { ConnectedConfig, DataSourceConfig } from "../../shared/contract/knowledge.ts";
import { organizationItself } from "../../shared/domain/sharedSources.ts";
import type { SourceAudience } from "../../shared/domain/sourceAudience.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { checkQuestions } from "./questions.ts";
import { newId } from "../database/ids.ts";
import type { Tx } from "../database/store.ts";
import type { AgentKey } from "../agents/parts.ts";
import { completeStep } from "../agents/setupGuide/steps.ts";
import type { SourceKey } from "./find.ts";
import { termsVersion } from "./retrieval/renewTerms.ts";
import { readKnownVersions } from "./versions/knownVersions.ts";
import { hideSource } from "./retrieval/sweepSegments.ts";
import { forgetUse } from "./shared/sharedUse.ts";
import type { DataSourceRow } from "./tables.ts";
import { registerZone } from "./zones/zones.ts";

/**
 * Completes what people type as an address, and refuses what can't be one; all else is said beside the source later.
 * A file that is named twice is read once.
 */
export function checkConfig(config: DataSourceConfig): DataSourceConfig {
  if (config.kind === "files") return { ...config, fileIds: [...new Set(config.fileIds)] };
  if (config.kind === "qa") return { ...config, questions: checkQuestions(config.questions) };
  if (config.kind === "feed") {
    const url = completeAddress(config.url);
    if (url === null) throw refuseAddresses(["body.data.config.url"]);
    return { ...config, url };
  }
  if (config.kind === "googleDrive") return { ...config, items: withoutRepeats(config.items) };
  if (config.kind === "notion") return { ...config, items: withoutRepeats(config.items) };
  if (config.kind !== "website") return config;
  const urls = config.urls.map(completeAddress);
  const wrong = urls.flatMap((url, index) => (url === null ? [`body.data.config.urls.${index}`] : []));
  if (wrong.length > 0) throw refuseAddresses(wrong);
  return { ...config, urls: urls.filter((url) => url !== null) };
}

/** An address as people type it, with or without https; null for what can't be one. */
function completeAddress(typed: string): string | null {
  const text =
    /^[a-z][a-z0-9+.-]*:/i.test(typed) && !/^[^/]*:\d+(\/|$)/.test(typed) ? typed : `https://${typed}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === "http:" || url?.protocol === "https:" ? url.href : null;
}

function refuseAddresses(paths: string[]): AppError {
  const message = "Write a web address like https://example.com.";
  return new AppError("invalid_input", { fields: paths.map((path) => ({ path, message })) });
}

/** What a source is called where nobody gave it a name. */
export function nameSource(config: DataSourceConfig): string {
  switch (config.kind) {
    case "website":
      return new URL(config.urls[0] ?? "https://example.com").hostname;
    case "feed":
      return new URL(config.url).hostname;
    case "files":
      return config.fileIds.length === 1 ? "1 file" : `${config.fileIds.length} files`;
    case "text":
      return config.title;
    case "qa":
      return config.questions.length === 1
        ? (config.questions[0]?.question ?? "").slice(0, 120)
        : "Questions";
    case "documents":
      return "Documents";
    case "googleDrive":
    case "notion":
      return nameChosen(config);
    case "sample":
      return "Sample: Harbour & Pine help pages";
  }
}

function withoutRepeats<Item extends { id: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

function nameChosen({ items }: ConnectedConfig): string {
  const [first, ...rest] = items;
  const name = (first?.name ?? "").slice(0, 100);
  return rest.length === 0 ? name : `${name} and ${rest.length} more`;
}

/** The files that a source names. */
export function fileIdsOf(config: DataSourceConfig): string[] {
  return config.kind === "files" ? config.fileIds : [];
}

/** Sees to it that the rows of files which came say so; before a transaction, for it asks the file store. */
export type SettleFiles = (organizationId: string, fileIds: string[]) => Promise<void>;

/** Refuses files that are not of this organisation or were never sent whole. */
export async function checkFiles(tx: Tx, organizationId: string, config: DataSourceConfig): Promise<void> {
  if (config.kind !== "files") return;
  const rows = await tx
    .selectFrom("files")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("id", "in", config.fileIds)
    .where("status", "=", "stored")
    .execute();
  const known = new Set(rows.map(({ id }) => id));
  const message = "This file was not uploaded. Choose it again.";
  const fields = config.fileIds.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: `body.data.config.fileIds.${index}`, message }],
  );
  if (fields.length > 0) throw new AppError("invalid_input", { fields });
}

export interface NewSource extends AgentKey {
  name: string;
  config: DataSourceConfig;
  /** For everyone where it is left out. */
  audience?: SourceAudience | undefined;
  /** `draft` where nobody asked for it to be read yet. */
  status?: "queued" | "draft";
  /** The source that it was before it was deleted, where a version brings it back. */
  originId?: string;
  now: number;
}

export async function insertSource(
  tx: Tx,
  {
    organizationId,
    agentId,
    name,
    config,
    audience = "everyone",
    status = "queued",
    originId,
    now,
  }: NewSource,
): Promise<DataSourceRow> {
  const row: DataSourceRow = {
    organizationId,
    id: newId(now),
    agentId,
    name: name.trim() || nameSource(config),
    kind: config.kind,
    audience,
    config: JSON.stringify(config),
    status,
    error: null,
    pageCount: 0,
    passageCount: 0,
    characterCount: 0,
    failedCount: 0,
    nextNumber: 0,
    lastRunId: null,
    lastSyncedAt: null,
    sinceVersion: (await readKnownVersions(tx, { organizationId, agentId })).next,
    originId: originId ?? null,
    restoredVersion: null,
    termsVersion,
    feedState: null,
    schedule: null,
    nextSyncAt: null,
    ...{ webhookHash: null, webhookEnding: null, webhookCreatedAt: null, webhookUsedAt: null },
    createdAt: now,
    updatedAt: now,
  };
  await tx.insertInto("dataSources").values(row).execute();
  if (status === "queued" && agentId !== organizationItself) {
    await registerZone(tx, { organizationId, agentId, now });
    await completeStep(tx, row, "datasources");
  }
  return row;
}

/**
 * Takes a source away: from this commit on nothing finds it. Its pages and passages, which may be many, go in small
 * steps afterwards (sync/sweepSource.ts).
 */
export async function hideAndDeleteSource(
  tx: Tx,
  { organizationId, sourceId }: Omit<SourceKey, "agentId">,
): Promise<void> {
  await hideSource(tx, { organizationId, sourceId });
  await forgetUse(tx, { organizationId, sourceId });
  await tx
    .deleteFrom("dataSources")
    .where("organizationId", "=", organizationId)
    .where("id", "=", sourceId)
    .execute();
}
