import type { CollectionImport } from "../../../shared/contract/collections/collections.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { Store, Tx } from "../../database/store.ts";
import { GiveUp } from "../../jobs/end.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { JobHandler } from "../../jobs/kinds.ts";
import type { JobRow } from "../../jobs/tables.ts";
import type { Storage } from "../../storage/storage.ts";
import { lockCollection } from "./find.ts";
import { describeProblems, mapRow, readImported, readPieces } from "./importFile.ts";
import type { FileDeps, Mapped } from "./importFile.ts";
import { readColumns } from "./present.ts";
import { queueSweep } from "./sweep.ts";
import type { CollectionImportRow } from "./tables.ts";
import { addRows, setCollection } from "./writeRows.ts";
import type { TableRow } from "../../knowledge/parsing/readTable.ts";

export const importJob = "collections.import";

export interface ImportDeps extends FileDeps {
  jobs: Jobs;
  removeFile: Storage["removeFile"];
  now: () => number;
  report: (error: unknown) => void;
}

const keptProblems = 1000;

/**
 * Adds the rows of a file in small steps. Nobody sees them before the job's end is written; begun again after a crash, it
 * goes on behind the last step.
 */
export function createImportHandler(deps: ImportDeps): JobHandler {
  const { store } = deps;
  return async (job, { signal, progress }) => {
    const row = await findOfJob(store.db, job);
    if (!row) return;
    const { organizationId, fileId } = row;
    const { table } = await readImported(deps, { organizationId, fileId, signal }).catch((error: unknown) => {
      throw error instanceof AppError ? new GiveUp(error.fields[0]?.message ?? error.message) : error;
    });
    let done = 0;
    for await (const rows of readPieces(table)) {
      signal.throwIfAborted();
      done += rows.length;
      if (done <= row.done) continue;
      await store.transaction((tx) => addPiece(tx, deps, { job, rows, done, total: table.rows }));
      progress({ done, total: table.rows });
    }
  };
}

async function addPiece(
  tx: Tx,
  { now }: ImportDeps,
  { job, rows, done, total }: { job: JobRow; rows: readonly TableRow[]; done: number; total: number },
): Promise<void> {
  const row = await findOfJob(tx, job);
  // The collection, or the agent, was deleted meanwhile.
  if (!row) throw new GiveUp("The collection no longer exists.");
  const { organizationId, agentId, collectionId, id: importId } = row;
  const collection = await lockCollection(tx, { organizationId, agentId, collectionId });
  const columns = readColumns(collection);
  const mapping = (JSON.parse(row.mapping) as Mapped[]).filter(({ columnId }) =>
    // written by startImport
    columns.some(({ id }) => id === columnId),
  );
  const given = rows.map((one) => mapRow(one, mapping));
  const { added, problems } = await addRows(tx, collection, { rows: given, importId, now: now() });
  const before = JSON.parse(row.problems) as CollectionImport["problems"]; // written here
  const said = describeProblems(problems, { columns, rows }).slice(0, keptProblems - before.length);
  await setImport(tx, row, {
    ...{ state: "running", total, done, added: row.added + added.length },
    refused: row.refused + rows.length - added.length,
    ...(said.length > 0 && { problems: JSON.stringify([...before, ...said]) }),
  });
}

/** Shows all rows of an import with the end of its job, or has them deleted. */
export function createImportEnded({ jobs, removeFile, now, report }: ImportDeps) {
  return async (tx: Tx, job: JobRow): Promise<void> => {
    const row = await findOfJob(tx, job);
    if (!row) return;
    const { organizationId, agentId, collectionId, fileId } = row;
    const state = job.state === "done" || job.state === "cancelled" ? job.state : "failed";
    const collection = await lockCollection(tx, { organizationId, agentId, collectionId });
    if (state === "done") {
      const rowCount = collection.rowCount + row.added;
      await setCollection(tx, collection, { pendingImportId: null, rowCount, updatedAt: now() });
    } else await queueSweep(tx, jobs, { organizationId, collectionId, importId: row.id });
    await setImport(tx, row, { state, error: state === "failed" ? job.error : null, endedAt: now() });
    tx.afterCommit(() => void removeFile(organizationId, fileId).catch(report));
  };
}

function findOfJob(db: Store["db"] | Tx, job: JobRow): Promise<CollectionImportRow | undefined> {
  return db
    .selectFrom("collectionImports")
    .selectAll()
    .where("organizationId", "=", job.organizationId)
    .where("jobId", "=", job.id)
    .executeTakeFirst();
}

async function setImport(
  tx: Tx,
  { organizationId, id }: CollectionImportRow,
  change: Partial<CollectionImportRow>,
): Promise<void> {
  await tx
    .updateTable("collectionImports")
    .set(change)
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}
