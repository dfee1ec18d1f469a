import { organizationItself } from "../../../shared/domain/sharedSources.ts";
import { kindHas } from "../../../shared/domain/sourceKinds.ts";
import type { Tx } from "../../database/store.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { JobRow } from "../../jobs/tables.ts";
import { readCounts } from "../present.ts";
import type { DataSourceRow, SyncRunRow } from "../tables.ts";
import { hasWaiting } from "../documents/keepDocuments.ts";
import { queueHygiene } from "../hygiene/checkHygiene.ts";
import { queueTidy } from "../versions/queueTidy.ts";
import { queueEmbedding } from "../vectors/queueEmbedding.ts";
import type { SyncDeps } from "./reading.ts";
import { readRun, type RunRecord } from "./record.ts";
import { announceSync, queueRun, readPayload, type NewRun } from "./runs.ts";
import { countPages } from "./sourceCounts.ts";
import { findSourceRow, setSource } from "./sourceRow.ts";

/**
 * Ends the run with its job, in one transaction: the last word about it that people see. A run whose settings were
 * changed while it was under way is followed by another.
 */
export function createSyncEnded(deps: Pick<SyncDeps, "events" | "now"> & { jobs: Jobs }) {
  return async (tx: Tx, job: JobRow): Promise<void> => {
    const key = readPayload(job);
    const run = await endRun(tx, { ...deps, key, verdict: judgeJob(job) });
    const source = run?.isOutdated ? await findSourceRow(tx, key) : undefined;
    if (run && source && (await isMoreToRead(tx, source)))
      await queueRun(tx, deps.jobs, { source, ...nextRun(source, run), now: deps.now() });
    const { organizationId, agentId } = key;
    await queueTidy(tx, deps.jobs, { organizationId, agentId });
    const isOfAgent = agentId !== organizationItself;
    if (run && isOfAgent && hasChanged(run)) await queueHygiene(tx, deps.jobs, { organizationId, agentId });
    if (run) await queueEmbedding(tx, deps.jobs, { ...key, now: deps.now() });
  };
}

function hasChanged(run: SyncRunRow): boolean {
  const { added, changed, removed } = readCounts(run);
  return added + changed + removed > 0;
}

/** A run that was told of new documents in time has read them. */
async function isMoreToRead(tx: Tx, source: DataSourceRow): Promise<boolean> {
  return !kindHas(source.kind, "isPushed") || source.restoredVersion !== null || hasWaiting(tx, source);
}

/** What a source is read for whose run was outdated: a version that was restored meanwhile, else its new settings or pages. */
function nextRun(
  { restoredVersion }: DataSourceRow,
  { isOutdated }: SyncRunRow,
): Pick<NewRun, "trigger" | "fromVersion"> {
  return restoredVersion === null
    ? { trigger: isOutdated === 2 ? "webhook" : "update" }
    : { trigger: "restore", fromVersion: restoredVersion };
}

/** What the end of a job says about its run; where it was done, the counts decide. */
function judgeJob({ state }: JobRow): Verdict | undefined {
  if (state === "done") return undefined;
  if (state === "cancelled") return { status: "cancelled", error: null };
  const error = "The sync stopped because of a fault on our side. Try again; the server's log says more.";
  return { status: "failed", error };
}

type Verdict = Pick<SyncRunRow, "status" | "error">;

interface RunEnd extends Pick<SyncDeps, "events" | "now"> {
  key: RunRecord["key"];
  verdict: Verdict | undefined;
}

/** What stopped it before its end is beside it already. */
function judge(run: SyncRunRow): Verdict {
  if (run.error !== null) return { status: "partly", error: run.error };
  const { fetched, failed } = readCounts(run);
  if (failed === 0) return { status: "done", error: null };
  return { status: fetched > 0 ? "partly" : "failed", error: null };
}

/** Writes the run's end and the source's state and counts. Without a verdict the run's counts decide. */
async function endRun(tx: Tx, { events, now, key, verdict }: RunEnd): Promise<SyncRunRow | undefined> {
  const run = await readRun(tx, key);
  if (!run) return undefined;
  const end = verdict ?? judge(run);
  await tx
    .updateTable("syncRuns")
    .set({ ...end, endedAt: now() })
    .where("organizationId", "=", key.organizationId)
    .where("id", "=", key.runId)
    .execute();
  await tx
    .deleteFrom("syncFrontier")
    .where("organizationId", "=", key.organizationId)
    .where("runId", "=", key.runId)
    .execute();
  const counts = await countPages(tx, key);
  const { pageCount, failedCount } = counts;
  const error = end.error ?? (pageCount === 0 ? await findReason(tx, { key, failedCount, end }) : null);
  const status =
    pageCount === 0 ? (error === null ? "empty" : "failed") : failedCount > 0 || error ? "partly" : "ready";
  await setSource(tx, key, { ...counts, status, error, lastSyncedAt: now() });
  await announceSync(events, tx, { ...key, now: now() });
  return run;
}

/** Why a source has nothing to cite: what went wrong with its first page, or else what made the run leave all out. */
async function findReason(
  tx: Tx,
  { key, failedCount, end }: { key: RunRecord["key"]; failedCount: number; end: Verdict },
): Promise<string | null> {
  if (failedCount > 0) return findFirstError(tx, key);
  if (end.status === "cancelled") return null;
  const row = await tx
    .selectFrom("syncLogs")
    .select("message")
    .where("organizationId", "=", key.organizationId)
    .where("runId", "=", key.runId)
    .where("step", "=", "find")
    .orderBy("id")
    .executeTakeFirst();
  return row?.message ?? null;
}

async function findFirstError(
  tx: Tx,
  { organizationId, sourceId }: RunRecord["key"],
): Promise<string | null> {
  const row = await tx
    .selectFrom("pages")
    .select("error")
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("error", "is not", null)
    .orderBy("id")
    .executeTakeFirst();
  return row?.error ?? null;
}
