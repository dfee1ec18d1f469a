import { runsKeptForMs } from "../../shared/domain/workflows/limits.ts";
import type { StartDeps } from "./deps.ts";

const atOnce = 500;

/** Forgets runs that ended long ago, a few at a time. */
export async function pruneRuns({ store, now }: Pick<StartDeps, "store" | "now">): Promise<void> {
  const before = now() - runsKeptForMs;
  for (;;) {
    const old = await store.db
      .selectFrom("workflowRuns")
      .select(["organizationId", "id"])
      .where("endedAt", "<", before)
      .limit(atOnce)
      .execute();
    for (const [organizationId, runs] of Map.groupBy(old, (run) => run.organizationId)) {
      const ids = runs.map(({ id }) => id);
      await store.transaction(async (tx) => {
        await tx
          .deleteFrom("workflowRunSteps")
          .where("organizationId", "=", organizationId)
          .where("runId", "in", ids)
          .execute();
        await tx
          .deleteFrom("workflowRuns")
          .where("organizationId", "=", organizationId)
          .where("id", "in", ids)
          .execute();
      });
    }
    if (old.length < atOnce) return;
  }
}
