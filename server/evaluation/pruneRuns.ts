import type { AgentKey } from "../agents/parts.ts";
import type { Tx } from "../database/store.ts";
import type { EvaluationRunRow } from "./tables.ts";

/** Replays begin by themselves, and are of use until the draft is published; the team's own tests tell how it went. */
const runsKept = { tests: 40, replay: 10 };

/** Deletes the oldest runs of a kind of an agent: their results hold what visitors wrote, and are large. */
export async function pruneRuns(
  tx: Tx,
  { organizationId, agentId, kind }: AgentKey & Pick<EvaluationRunRow, "kind">,
): Promise<void> {
  const oldest = await tx
    .selectFrom("evaluationRuns")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("kind", "=", kind)
    .orderBy("id", "desc")
    .offset(runsKept[kind])
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
