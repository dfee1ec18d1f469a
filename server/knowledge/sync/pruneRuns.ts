import type { Store } from "../../database/store.ts";

/** How many runs of a source that changed nothing are kept, beside those whose changes are. */
const runsKept = 100;

interface OfSource {
  organizationId: string;
  sourceId: string;
}

/** Deletes a source's older runs with their logs, a run at a time; a run stays as long as its changes do. */
export async function pruneRuns(store: Store, { organizationId, sourceId }: OfSource): Promise<void> {
  for (;;) {
    const old = await store.db
      .selectFrom("syncRuns")
      .select("id")
      .where("organizationId", "=", organizationId)
      .where("sourceId", "=", sourceId)
      .where("endedAt", "is not", null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("syncChanges")
              .select("syncChanges.id")
              .whereRef("syncChanges.organizationId", "=", "syncRuns.organizationId")
              .whereRef("syncChanges.runId", "=", "syncRuns.id"),
          ),
        ),
      )
      .orderBy("id", "desc")
      .offset(runsKept)
      .limit(1)
      .executeTakeFirst();
    if (!old) return;
    await store.transaction(async (tx) => {
      for (const table of ["syncLogs", "syncFrontier"] as const) {
        await tx
          .deleteFrom(table)
          .where("organizationId", "=", organizationId)
          .where("runId", "=", old.id)
          .execute();
      }
      await tx
        .deleteFrom("syncRuns")
        .where("organizationId", "=", organizationId)
        .where("id", "=", old.id)
        .execute();
    });
  }
}
