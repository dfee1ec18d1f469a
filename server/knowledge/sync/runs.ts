import { organizationItself } from "../../../shared/domain/sharedSources.ts";
import { kindHas } from "../../../shared/domain/sourceKinds.ts";
import { newId } from "../../database/ids.ts";
import type { Tx } from "../../database/store.ts";
import type { Events } from "../../live/events.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { JobRow } from "../../jobs/tables.ts";
import type { SyncCounts } from "../present.ts";
import type { DataSourceRow, SyncLogRow, SyncRunRow } from "../tables.ts";

/** What lies outside is read at its own pace, which can take hours: files and texts have a queue of their own beside it. */
export const crawlJob = "knowledge.crawl";
export const syncJob = "knowledge.sync";

/** What a sync job is told. `onlyFailed`: read nothing but what failed the last time. */
export interface SyncPayload {
  agentId: string;
  sourceId: string;
  runId: string;
  onlyFailed: boolean;
  /** Addresses or file ids: read nothing but these. */
  only?: string[];
  /** Asks sites only for what changed since. */
  asksIfChanged?: boolean;
  /** Reads nothing from outside: the pages become those that this version of the agent met. */
  fromVersion?: number;
}

/** What a sync job was told, with the organization whose job it is. */
export function readPayload({ payload, organizationId }: JobRow): SyncPayload & { organizationId: string } {
  return { ...(JSON.parse(payload) as SyncPayload), organizationId }; // written by queueRun
}

export const noCounts: SyncCounts = {
  found: 0,
  fetched: 0,
  indexed: 0,
  added: 0,
  changed: 0,
  unchanged: 0,
  removed: 0,
  skipped: 0,
  failed: 0,
};

export interface NewRun {
  source: DataSourceRow;
  trigger: SyncRunRow["trigger"];
  onlyFailed?: boolean;
  only?: string[];
  fromVersion?: number | undefined;
  now: number;
}

/** Queues a run of a source, or gives the one that is queued or running. */
export async function queueRun(
  tx: Tx,
  jobs: Jobs,
  { source, trigger, onlyFailed = false, only, fromVersion, now }: NewRun,
): Promise<SyncRunRow> {
  const { organizationId, id: sourceId, agentId } = source;
  const current = await findActiveRun(tx, source);
  if (current) return current;
  const runId = newId(now);
  const payload: SyncPayload = {
    ...{ agentId, sourceId, runId, onlyFailed, asksIfChanged: unattended.has(trigger) },
    ...(only && { only }),
    ...(fromVersion && { fromVersion }),
  };
  const job = await jobs.enqueue(tx, {
    organizationId,
    kind: kindHas(source.kind, "readsOutside") && fromVersion === undefined ? crawlJob : syncJob,
    key: sourceId,
    payload: { ...payload },
  });
  const run: SyncRunRow = {
    organizationId,
    id: runId,
    sourceId,
    jobId: job.id,
    trigger,
    status: "queued",
    isOutdated: 0,
    counts: JSON.stringify(noCounts),
    error: null,
    createdAt: now,
    startedAt: null,
    endedAt: null,
  };
  await tx.insertInto("syncRuns").values(run).execute();
  await tx
    .updateTable("dataSources")
    .set({ lastRunId: runId, status: "queued", error: null, updatedAt: now })
    .where("organizationId", "=", organizationId)
    .where("id", "=", sourceId)
    .execute();
  return run;
}

/** A manual sync may have a reason to distrust a site's statements, or what a page was turned into. */
const unattended: ReadonlySet<SyncRunRow["trigger"]> = new Set(["schedule", "api", "webhook"]);

/** The run of this source that has not ended, if any. */
export function findActiveRun(
  tx: Tx,
  { organizationId, id }: DataSourceRow,
): Promise<SyncRunRow | undefined> {
  return tx
    .selectFrom("syncRuns")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", id)
    .where("status", "in", ["queued", "running"])
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Ends the run that reads a source's old settings. One that is under way takes a moment: it is marked, and its end
 * queues the run with the new ones.
 */
export async function makeWay(tx: Tx, jobs: Jobs, source: DataSourceRow): Promise<void> {
  const active = await findActiveRun(tx, source);
  if (!active?.jobId) return;
  await setOutdated(tx, active, 1);
  await jobs.cancel(tx, { organizationId: source.organizationId, id: active.jobId });
}

export async function setOutdated(
  tx: Tx,
  { organizationId, id }: SyncRunRow,
  isOutdated: 0 | 1 | 2,
): Promise<void> {
  await tx
    .updateTable("syncRuns")
    .set({ isOutdated })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

/** One line of a run's log: what happened to which page, and why. */
export interface LogLine extends Pick<SyncLogRow, "level" | "step" | "page" | "message"> {}

export async function writeLog(
  tx: Tx,
  { organizationId, runId, now }: { organizationId: string; runId: string; now: number },
  line: LogLine,
): Promise<void> {
  await tx
    .insertInto("syncLogs")
    .values({ organizationId, runId, id: newId(now), at: now, ...line })
    .execute();
}

/** Tells the team's open screens of an agent that a source or its run changed; those of the organization ask by themselves. */
export async function announceSync(
  events: Events,
  tx: Tx,
  { organizationId, agentId, sourceId, runId, now }: SyncPayloadKey & { now: number },
): Promise<void> {
  if (agentId === organizationItself) return;
  await events.append(tx, {
    organizationId,
    agentId,
    kind: "sync",
    threadId: null,
    contactId: null,
    audience: "team",
    payload: { sourceId, runId },
    createdAt: now,
  });
}

export interface SyncPayloadKey {
  organizationId: string;
  agentId: string;
  sourceId: string;
  runId: string;
  fromVersion?: number;
}
