import type { DataSourceConfig } from "../../../shared/contract/knowledge.ts";
import type { Store, Tx } from "../../database/store.ts";
import type { Egress } from "../../egress/egress.ts";
import type { Events } from "../../live/events.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { JobTools } from "../../jobs/kinds.ts";
import type { JobRow } from "../../jobs/tables.ts";
import type { Parser } from "../parsing/createParser.ts";
import { readConfig, readCounts, type SyncCounts } from "../present.ts";
import type { IndexOwner } from "../retrieval/indexPassages.ts";
import type { SearchPool } from "../retrieval/searchPool.ts";
import type { DataSourceRow, PageRow, SyncRunRow } from "../tables.ts";
import { readFiles, type OpenFile } from "./readFiles.ts";
import { readSample, readText } from "./readTexts.ts";
import { readWebsite } from "./readWebsite.ts";
import { createRecord, readRun, type RunRecord } from "./record.ts";
import { announceSync, queueRun, type SyncPayload } from "./runs.ts";
import { countPages } from "./sourceCounts.ts";
import { dropPage } from "./pageRows.ts";
import { removeUnusedFile, type RemoveFile } from "./removeUnusedFile.ts";

export interface SyncDeps {
  store: Store;
  events: Events;
  egress: Egress;
  parser: Parser;
  search: SearchPool;
  openFile: OpenFile;
  removeFile: RemoveFile;
  /** The address of this installation, which the crawler names to the sites it reads. */
  publicUrl: string;
  now: () => number;
}

/** What a reader of one kind of source works with. It throws where the source as a whole can't be read. */
export interface Reading extends SyncDeps {
  record: RunRecord;
  source: DataSourceRow;
  signal: AbortSignal;
  /** Addresses or file ids to read alone, where only what failed is tried again. */
  only: string[] | null;
}

/**
 * The job of one run: reads what the source names, page by page, and takes out what is gone. After a kill it runs again
 * and goes on with what is not settled yet; each page is written in one transaction, so nothing is there twice.
 */
export function createSyncHandler(deps: SyncDeps) {
  return async (job: JobRow, { signal, progress }: JobTools): Promise<void> => {
    const payload = JSON.parse(job.payload) as SyncPayload; // written by queueRun
    const key = { ...payload, organizationId: job.organizationId };
    const record = createRecord({ ...deps, key, progress: (counts) => progress({ ...counts }) });
    const source = await begin(deps, record);
    if (!source) return;
    const only = payload.onlyFailed ? await listFailed(deps.store, source) : null;
    const isWhole = await readSource({ ...deps, record, source, signal, only }, readConfig(source));
    if (isWhole && !only) await removeUnseen(deps, record);
    await deps.search.merge(ownerOf(record));
  };
}

/** Whose index a run writes. */
export function ownerOf({ key: { organizationId, sourceId } }: RunRecord): IndexOwner {
  return { organizationId, sourceId };
}

/** Gives whether everything that the source names was read, so that what was not met is gone from it. */
async function readSource(reading: Reading, config: DataSourceConfig): Promise<boolean> {
  switch (config.kind) {
    case "website":
      return readWebsite(reading, config);
    case "files":
      await readFiles(reading, config.fileIds);
      return true;
    case "text":
      await readText(reading, config);
      return true;
    case "sample":
      await readSample(reading);
      return true;
  }
}

/**
 * Ends the run with its job, in one transaction: the last word about it that people see. A run whose settings were
 * changed while it was under way is followed by another.
 */
export function createSyncEnded(deps: Pick<SyncDeps, "events" | "now"> & { jobs: Jobs }) {
  return async (tx: Tx, job: JobRow): Promise<void> => {
    const key = { ...(JSON.parse(job.payload) as SyncPayload), organizationId: job.organizationId }; // as above
    const run = await endRun(tx, { ...deps, key, verdict: judgeJob(job) });
    const source = run?.isOutdated ? await findRow(tx, key) : undefined;
    if (source) await queueRun(tx, deps.jobs, { source, trigger: "update", now: deps.now() });
  };
}

/** What the end of a job says about its run; where it was done, the counts decide. */
function judgeJob({ state }: JobRow): Verdict | undefined {
  if (state === "done") return undefined;
  if (state === "cancelled") return { status: "cancelled", error: null };
  const error = "The sync stopped because of a fault on our side. Try again; the server's log says more.";
  return { status: "failed", error };
}

/** Says that the run is under way, and gives the source as it is then: what changes it later finds the run running. */
async function begin(
  { store, events, now }: SyncDeps,
  { key }: RunRecord,
): Promise<DataSourceRow | undefined> {
  return store.transaction(async (tx) => {
    const run = await readRun(tx, key);
    const source = await findRow(tx, key);
    if (!source) return undefined;
    await tx
      .updateTable("syncRuns")
      .set({ status: "running", startedAt: run?.startedAt ?? now() })
      .where("organizationId", "=", key.organizationId)
      .where("id", "=", key.runId)
      .execute();
    await setSource(tx, key, { status: "syncing" });
    await announceSync(events, tx, { ...key, now: now() });
    return source;
  });
}

type Verdict = Pick<SyncRunRow, "status" | "error">;

interface RunEnd extends Pick<SyncDeps, "events" | "now"> {
  key: RunRecord["key"];
  verdict: Verdict | undefined;
}

function judge({ fetched, failed }: SyncCounts): Verdict {
  if (failed === 0) return { status: "done", error: null };
  return { status: fetched > 0 ? "partly" : "failed", error: null };
}

/** Writes the run's end and the source's state and counts. Without a verdict the run's counts decide. */
async function endRun(tx: Tx, { events, now, key, verdict }: RunEnd): Promise<SyncRunRow | undefined> {
  const run = await readRun(tx, key);
  if (!run) return undefined;
  const end = verdict ?? judge(readCounts(run));
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

async function setSource(tx: Tx, key: RunRecord["key"], change: Partial<DataSourceRow>): Promise<void> {
  await tx
    .updateTable("dataSources")
    .set(change)
    .where("organizationId", "=", key.organizationId)
    .where("id", "=", key.sourceId)
    .execute();
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

/** Pages that a whole run did not come across are gone from the source. */
async function removeUnseen({ store, removeFile }: SyncDeps, record: RunRecord): Promise<void> {
  const { organizationId, sourceId, runId } = record.key;
  for (;;) {
    const gone: PageRow[] = await store.db
      .selectFrom("pages")
      .selectAll()
      .where("organizationId", "=", organizationId)
      .where("sourceId", "=", sourceId)
      .where("excluded", "=", 0)
      .where((page) => page.or([page("seenInRun", "is", null), page("seenInRun", "!=", runId)]))
      .limit(50)
      .execute();
    if (gone.length === 0) return;
    for (const page of gone) {
      if (page.fileId) await removeUnusedFile({ store, removeFile }, { organizationId, fileId: page.fileId });
      await store.transaction(async (tx) => {
        await dropPage(tx, page);
        const name = page.url ?? page.title;
        await record.note(
          tx,
          { removed: 1 },
          { level: "info", step: "remove", page: name, message: "Gone from the source." },
        );
      });
    }
  }
}

async function listFailed(store: Store, { organizationId, id }: DataSourceRow): Promise<string[]> {
  const rows = await store.db
    .selectFrom("pages")
    .select(["url", "fileId"])
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", id)
    .where("excluded", "=", 0)
    .where("error", "is not", null)
    .execute();
  return rows.flatMap(({ url, fileId }) => fileId ?? url ?? []);
}

async function findRow(
  tx: Tx,
  key: { organizationId: string; sourceId: string },
): Promise<DataSourceRow | undefined> {
  return tx
    .selectFrom("dataSources")
    .selectAll()
    .where("organizationId", "=", key.organizationId)
    .where("id", "=", key.sourceId)
    .executeTakeFirst();
}
