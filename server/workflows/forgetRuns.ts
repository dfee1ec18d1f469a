import type { Tx } from "../database/store.ts";

/** Deletes the runs of conversations or contacts that are deleted: they hold what was said there. What they sent goes later. */
export async function forgetRuns(
  tx: Tx,
  { organizationId, ids }: { organizationId: string; ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom("sentFiles")
    .where("organizationId", "=", organizationId)
    .where("threadId", "in", ids)
    .execute();
  for (const column of ["threadId", "contactId"] as const) {
    const runs = await tx
      .selectFrom("workflowRuns")
      .select("id")
      .where("organizationId", "=", organizationId)
      .where(column, "in", ids)
      .execute();
    if (runs.length === 0) continue;
    const runIds = runs.map(({ id }) => id);
    await tx
      .deleteFrom("workflowRunSteps")
      .where("organizationId", "=", organizationId)
      .where("runId", "in", runIds)
      .execute();
    await tx
      .deleteFrom("workflowRuns")
      .where("organizationId", "=", organizationId)
      .where("id", "in", runIds)
      .execute();
  }
}
