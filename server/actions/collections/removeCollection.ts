import type { Tx } from "../../database/store.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { queueSweep } from "./sweep.ts";
import type { StoredCollection } from "./tables.ts";

/** Deletes a collection: from this commit on nothing finds it, and its rows go in small steps. */
export async function removeWithRows(
  tx: Tx,
  jobs: Jobs,
  { organizationId, id: collectionId }: StoredCollection,
): Promise<void> {
  const active = await tx
    .selectFrom("collectionImports")
    .select("jobId")
    .where("organizationId", "=", organizationId)
    .where("collectionId", "=", collectionId)
    .where("state", "in", ["queued", "running"])
    .execute();
  for (const { jobId } of active) if (jobId) await jobs.cancel(tx, { organizationId, id: jobId });
  await tx
    .deleteFrom("collectionImports")
    .where("organizationId", "=", organizationId)
    .where("collectionId", "=", collectionId)
    .execute();
  await tx
    .deleteFrom("collections")
    .where("organizationId", "=", organizationId)
    .where("id", "=", collectionId)
    .execute();
  await queueSweep(tx, jobs, { organizationId, collectionId, all: true });
}
