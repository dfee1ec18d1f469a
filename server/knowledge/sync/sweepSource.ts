import type { Store, Tx } from "../../database/store.ts";
import type { JobTools } from "../../jobs/kinds.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { JobRow } from "../../jobs/tables.ts";
import { sweepSegments } from "../retrieval/sweepSegments.ts";
import { removeUnusedFile, type RemoveFile } from "./removeUnusedFile.ts";

export const sweepJob = "knowledge.sweep";

interface SweepPayload {
  sourceId: string;
  fileIds: string[];
}

/** Queues the clearing up after a source that was deleted, in the transaction that deletes it. */
export async function queueSweep(
  tx: Tx,
  jobs: Jobs,
  { organizationId, sourceId, fileIds }: SweepPayload & { organizationId: string },
): Promise<void> {
  await jobs.enqueue(tx, { organizationId, kind: sweepJob, key: sourceId, payload: { sourceId, fileIds } });
}

export interface SweepDeps {
  store: Store;
  removeFile: RemoveFile;
}

/** Deletes what is left of a source in small steps, so that nobody waits long for the writer. */
export function createSweepHandler({ store, removeFile }: SweepDeps) {
  return async ({ organizationId, payload }: JobRow, { signal }: JobTools): Promise<void> => {
    const { sourceId, fileIds } = JSON.parse(payload) as SweepPayload; // written by queueSweep
    await sweepSegments(store, { organizationId, sourceId });
    const runs = await store.db
      .selectFrom("syncRuns")
      .select("id")
      .where("organizationId", "=", organizationId)
      .where("sourceId", "=", sourceId)
      .execute();
    for (const { id } of runs) {
      signal.throwIfAborted();
      await store.db
        .deleteFrom("syncFrontier")
        .where("organizationId", "=", organizationId)
        .where("runId", "=", id)
        .execute();
      await store.db
        .deleteFrom("syncLogs")
        .where("organizationId", "=", organizationId)
        .where("runId", "=", id)
        .execute();
    }
    await deletePassages(store, { organizationId, sourceId, signal });
    for (const table of ["pages", "syncRuns"] as const) {
      await store.db
        .deleteFrom(table)
        .where("organizationId", "=", organizationId)
        .where("sourceId", "=", sourceId)
        .execute();
    }
    for (const fileId of fileIds) await removeUnusedFile({ store, removeFile }, { organizationId, fileId });
  };
}

const passagesAtOnce = 200;

async function deletePassages(
  store: Store,
  { organizationId, sourceId, signal }: { organizationId: string; sourceId: string; signal: AbortSignal },
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const rows = await store.db
      .selectFrom("passages")
      .select("number")
      .where("organizationId", "=", organizationId)
      .where("sourceId", "=", sourceId)
      .orderBy("number")
      .limit(passagesAtOnce)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    await store.db
      .deleteFrom("passages")
      .where("organizationId", "=", organizationId)
      .where("sourceId", "=", sourceId)
      .where("number", "<=", last.number)
      .execute();
  }
}
