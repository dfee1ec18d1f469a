import type { DataSourceConfig } from "../../shared/contract/knowledge/sourceConfigs.ts";
import { organizationItself } from "../../shared/domain/sharedSources.ts";
import type { SourceAudience } from "../../shared/domain/sourceAudience.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { fileIdsOf, nameSource } from "./kinds/kinds.ts";
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

/** Sees to it that the rows of files which came say so; before a transaction, for it asks the file store. */
export type SettleFiles = (organizationId: string, fileIds: string[]) => Promise<void>;

/** Refuses files that are not of this organization or were never sent whole. */
export async function checkFiles(tx: Tx, organizationId: string, config: DataSourceConfig): Promise<void> {
  const fileIds = fileIdsOf(config);
  if (fileIds.length === 0) return;
  const rows = await tx
    .selectFrom("files")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("id", "in", fileIds)
    .where("status", "=", "stored")
    .execute();
  const known = new Set(rows.map(({ id }) => id));
  const message = "This file was not uploaded. Choose it again.";
  const fields = fileIds.flatMap((id, index) =>
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
