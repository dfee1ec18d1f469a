import type { Store } from "../../database/store.ts";
import type { JobTools } from "../../jobs/kinds.ts";
import type { JobRow } from "../../jobs/tables.ts";
import { readConfig, readCounts } from "../present.ts";
import type { DataSourceRow, PageRow } from "../tables.ts";
import { readSource } from "../kinds/kinds.ts";
import { pruneChanges } from "../changes/pruneChanges.ts";
import { ownerOf, type Reading, type SyncDeps } from "./reading.ts";
import { createRecord, readRun, type RunRecord } from "./record.ts";
import { pruneRuns } from "./pruneRuns.ts";
import { removeGonePage } from "./removeGonePage.ts";
import { removeUnusedFile } from "./removeUnusedFile.ts";
import { announceSync, readPayload, writeLog } from "./runs.ts";
import { describeLimit, LimitMet, openRoom } from "../usage/room.ts";
import { isInKnownVersion } from "../versions/isInKnownVersion.ts";
import { readVersion } from "../versions/readVersion.ts";
import { findSourceRow, setSource } from "./sourceRow.ts";
import { stopRun } from "./stopRun.ts";

/**
 * The job of one run: reads what the source names, page by page, and takes out what is gone. After a kill it runs again
 * and continues with what is not settled yet; each page is written in one transaction, so nothing is there twice.
 */
export function createSyncHandler(deps: SyncDeps) {
  return async (job: JobRow, { signal, progress }: JobTools): Promise<void> => {
    const key = readPayload(job);
    const record = createRecord({ ...deps, key, progress: (counts) => progress({ ...counts }) });
    const source = await begin(deps, record);
    if (!source) return;
    const only = key.onlyFailed ? await listFailed(deps.store, source) : (key.only ?? null);
    const asksIfChanged = key.asksIfChanged === true && !only;
    const room = await openRoom(deps, record);
    const { organizationId } = source;
    const reading = { ...deps, record, source, organizationId, signal, only, asksIfChanged, room };
    const isWhole = await (
      key.fromVersion === undefined
        ? readSource(reading, readConfig(source))
        : readVersion(reading, key.fromVersion)
    ).catch((error: unknown) => {
      if (error instanceof LimitMet) return endAtLimit(reading, error);
      throw error;
    });
    if (isWhole && !only) await removeUnseen(deps, record);
    await deps.search.merge(ownerOf(record));
    await pruneChanges(deps.store, key);
    await pruneRuns(deps.store, key);
  };
}

/** Says what the plan has no room for: as the run's own word, and in its log beside the page that was too much. */
async function endAtLimit(reading: Reading, met: LimitMet): Promise<boolean> {
  const { store, record } = reading;
  const run = await store.transaction((tx) => readRun(tx, record.key));
  if (!run) return false;
  const { found, fetched, failed, skipped } = readCounts(run);
  const message = describeLimit(met, Math.max(1, found - fetched - failed - skipped));
  await stopRun(reading, message, { level: "warning", step: "index", page: met.page });
  return false;
}

/** Says that the run is under way, and gives the source as it is then: what changes it later finds the run running. */
async function begin(
  { store, events, now }: SyncDeps,
  { key }: RunRecord,
): Promise<DataSourceRow | undefined> {
  return store.transaction(async (tx) => {
    const run = await readRun(tx, key);
    const source = await findSourceRow(tx, key);
    if (!source) return undefined;
    await tx
      .updateTable("syncRuns")
      .set({ status: "running", error: null, startedAt: run?.startedAt ?? now() })
      .where("organizationId", "=", key.organizationId)
      .where("id", "=", key.runId)
      .execute();
    const { restoredVersion } = source;
    if (restoredVersion !== null && key.fromVersion === undefined) {
      const message = `The pages were those of version ${restoredVersion}. They are read as they are today.`;
      await writeLog(tx, { ...key, now: now() }, { level: "info", step: "find", page: null, message });
      await setSource(tx, key, { restoredVersion: null });
    }
    await setSource(tx, key, { status: "syncing" });
    await announceSync(events, tx, { ...key, now: now() });
    return source;
  });
}

/** Pages that a whole run did not come across are gone from the source. */
async function removeUnseen({ store, removeFile, now }: SyncDeps, record: RunRecord): Promise<void> {
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
      // One that a version uses is deleted when no version needs it (versions/tidyVersions.ts).
      if (page.fileId && !(await isInKnownVersion(store.db, record.key, page)))
        await removeUnusedFile({ store, removeFile }, { organizationId, fileId: page.fileId });
      await removeGonePage({ store, now }, record, { page, message: "No longer at the source." });
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
