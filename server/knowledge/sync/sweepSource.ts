import type { Store, Tx } from "../../database/store.ts";
import type { JobTools } from "../../jobs/kinds.ts";
import type {} from "../documents/tables.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { JobRow } from "../../jobs/tables.ts";
import { sweepSegments } from "../retrieval/sweepSegments.ts";
import { dropVectors } from "../vectors/dropVectors.ts";
import { deleteChanges } from "../changes/pruneChanges.ts";
import { deletePage } from "./pageRows.ts";
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
  {
    organizationId,
    sourceId,
    fileIds,
    wasKept,
  }: SweepPayload & { organizationId: string; wasKept?: boolean },
): Promise<void> {
  // A sweep that runs now may have seen that a version keeps the source, and leaves its pages: it is no substitute.
  const key = wasKept ? `${sourceId}:kept` : sourceId;
  await jobs.enqueue(tx, { organizationId, kind: sweepJob, key, payload: { sourceId, fileIds } });
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
    await dropVectors(store, { organizationId, sourceId });
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
    await deleteChanges(store, { organizationId, sourceId });
    await deleteRows(store, "pageFetches", { organizationId, sourceId });
    await deleteRows(store, "syncRuns", { organizationId, sourceId });
    // A version still needs its pages; when none does, it is swept once more.
    const kept = await findKept(store, { organizationId, sourceId });
    if (kept) return deletePagesSince(store, { organizationId, sourceId, version: kept.untilVersion + 1 });
    await deleteRows(store, "sourceDocuments", { organizationId, sourceId });
    await deletePassages(store, { organizationId, sourceId, signal });
    for (const table of ["pages", "passageEdits", "pageUse"] as const)
      await deleteRows(store, table, { organizationId, sourceId });
    const files = await listKeptFiles(store, { organizationId, sourceId });
    await deleteRows(store, "pageRevisions", { organizationId, sourceId });
    for (const fileId of new Set([...fileIds, ...files]))
      await removeUnusedFile({ store, removeFile }, { organizationId, fileId });
  };
}

interface Swept {
  organizationId: string;
  sourceId: string;
}

async function deleteRows(
  { db }: Store,
  table:
    | "pages"
    | "pageFetches"
    | "passageEdits"
    | "pageUse"
    | "pageRevisions"
    | "syncRuns"
    | "sourceDocuments",
  { organizationId, sourceId }: Swept,
): Promise<void> {
  await db
    .deleteFrom(table)
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .execute();
}

/** Files that the source named once, and that stayed for a version's sake. */
async function listKeptFiles({ db }: Store, { organizationId, sourceId }: Swept): Promise<string[]> {
  const rows = await db
    .selectFrom("pageRevisions")
    .select("fileId")
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("fileId", "is not", null)
    .execute();
  return rows.flatMap(({ fileId }) => fileId ?? []);
}

function findKept({ db }: Store, { organizationId, sourceId }: Swept) {
  return db
    .selectFrom("keptSources")
    .select("untilVersion")
    .where("organizationId", "=", organizationId)
    .where("id", "=", sourceId)
    .executeTakeFirst();
}

/** Deletes what no version had met yet when its source was deleted. */
async function deletePagesSince(
  store: Store,
  { organizationId, sourceId, version }: Swept & { version: number },
): Promise<void> {
  const pages = await store.db
    .selectFrom("pages")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("sinceVersion", ">=", version)
    .execute();
  for (const page of pages) await store.transaction((tx) => deletePage(tx, page));
}

const passagesAtOnce = 200;

async function deletePassages(
  store: Store,
  { organizationId, sourceId, signal }: Swept & { signal: AbortSignal },
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
