import type { Tx } from "../database/store.ts";
import type {} from "./tables.ts";

/** Deletes what runs kept of conversations that are deleted. Cases stay: somebody chose and saved them. */
export async function forgetThreads(
  tx: Tx,
  { organizationId, threadIds }: { organizationId: string; threadIds: readonly string[] },
): Promise<void> {
  await tx
    .deleteFrom("evaluationResults")
    .where("organizationId", "=", organizationId)
    .where("threadId", "in", threadIds)
    .execute();
}
