import type { Store } from "../../database/store.ts";

/** How many runs of a source that changed something keep their changes. */
const runsKept = 100;

interface OfSource {
  organizationId: string;
  sourceId: string;
}

/** Deletes the changes of a source's older runs, a run at a time. */
export async function pruneChanges(store: Store, source: OfSource): Promise<void> {
  for (;;) {
    const old = await runsWithChanges(store, source)
      .orderBy("runId", "desc")
      .offset(runsKept)
      .limit(1)
      .executeTakeFirst();
    if (!old) return;
    await deleteRun(store, { ...source, runId: old.runId });
  }
}

/** Deletes all changes of a source that is gone. */
export async function deleteChanges(store: Store, source: OfSource): Promise<void> {
  for (;;) {
    const next = await runsWithChanges(store, source).limit(1).executeTakeFirst();
    if (!next) return;
    await deleteRun(store, { ...source, runId: next.runId });
  }
}

function runsWithChanges({ db }: Store, { organizationId, sourceId }: OfSource) {
  return db
    .selectFrom("syncChanges")
    .select("runId")
    .distinct()
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId);
}

async function deleteRun(store: Store, run: OfSource & { runId: string }): Promise<void> {
  await store.transaction(async (tx) => {
    await tx
      .deleteFrom("gonePassages")
      .where("organizationId", "=", run.organizationId)
      .where("runId", "=", run.runId)
      .execute();
    await tx
      .deleteFrom("syncChanges")
      .where("organizationId", "=", run.organizationId)
      .where("sourceId", "=", run.sourceId)
      .where("runId", "=", run.runId)
      .execute();
  });
}
