import type { AgentKey } from "../agents/parts.ts";
import type { Tx } from "../database/store.ts";

const runsKept = 40;

/** Deletes the oldest runs of an agent: their results hold what visitors wrote, and are large. */
export async function pruneRuns(tx: Tx, { organizationId, agentId }: AgentKey): Promise<void> {
  const oldest = await tx
    .selectFrom("evaluationRuns")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .orderBy("id", "desc")
    .offset(runsKept)
    .limit(100)
    .execute();
  const ids = oldest.map(({ id }) => id);
  if (ids.length === 0) return;
  await tx
    .deleteFrom("evaluationResults")
    .where("organizationId", "=", organizationId)
    .where("runId", "in", ids)
    .execute();
  await tx
    .deleteFrom("evaluationRuns")
    .where("organizationId", "=", organizationId)
    .where("id", "in", ids)
    .execute();
}
