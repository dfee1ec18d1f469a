import type { AgentKey } from "../../agents/parts.ts";
import type { Tx } from "../../database/store.ts";
import type { Jobs } from "../../jobs/jobs.ts";

export const tidyJob = "knowledge.tidyVersions";

/** Queues the clearing up of what versions keep: after syncs, which put pages away, and after versions went. */
export async function queueTidy(tx: Tx, jobs: Jobs, { organizationId, agentId }: AgentKey): Promise<void> {
  await jobs.enqueue(tx, { organizationId, kind: tidyJob, key: agentId, payload: { agentId } });
}
