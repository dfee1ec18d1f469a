import type { Store, Tx } from "../../database/store.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { JobTools } from "../../jobs/kinds.ts";
import type { JobRow } from "../../jobs/tables.ts";
import type { IndexOwner } from "./indexPassages.ts";
import type { SearchPool } from "./searchPool.ts";
import { headBucket } from "./tables.ts";

export const termsJob = "knowledge.terms";

/**
 * Which way words are cut into terms: sources that were read by an earlier way are indexed again from their passages.
 */
export const termsVersion = 5;

/** Queues the sources whose index has words as an earlier program cut them; until it is done they are found as before. */
export async function queueOldTerms(store: Store, jobs: Jobs): Promise<void> {
  const sources = await store.db
    .selectFrom("dataSources")
    .select(["organizationId", "id"])
    .where("termsVersion", "<", termsVersion)
    .execute();
  for (const { organizationId, id } of sources) {
    await store.transaction((tx) => enqueue(tx, jobs, { organizationId, sourceId: id }));
  }
}

/** The job that makes the terms of a source again, segment by segment; each counts as soon as it is written. */
export function createTermsHandler({ store, search }: { store: Store; search: SearchPool }) {
  return async ({ organizationId, payload }: JobRow, { signal, progress }: JobTools): Promise<void> => {
    const { sourceId } = JSON.parse(payload) as { sourceId: string }; // by enqueue
    const owner = { organizationId, sourceId };
    const segments = await listNames(store, owner);
    let done = 0;
    for (const segment of segments) {
      signal.throwIfAborted();
      await search.renewTerms({ ...owner, segment });
      progress({ done: ++done, total: segments.length });
    }
    await search.merge(owner);
    await store.db
      .updateTable("dataSources")
      .set({ termsVersion })
      .where("organizationId", "=", organizationId)
      .where("id", "=", sourceId)
      .execute();
  };
}

async function listNames(store: Store, { organizationId, sourceId }: IndexOwner): Promise<string[]> {
  const rows = await store.db
    .selectFrom("passageSegments")
    .select("segment")
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("bucket", "=", headBucket)
    .orderBy("segment")
    .execute();
  return rows.map(({ segment }) => segment);
}

async function enqueue(tx: Tx, jobs: Jobs, { organizationId, sourceId }: IndexOwner): Promise<void> {
  await jobs.enqueue(tx, { organizationId, kind: termsJob, key: sourceId, payload: { sourceId } });
}
