import type { AgentKey } from "../../agents/parts.ts";
import type { Tx } from "../../database/store.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { queueSweep } from "../sync/sweepSource.ts";
import { readConfig } from "../present.ts";
import { fileIdsOf } from "../kinds/kinds.ts";

/** Deletes what is kept for the versions of an agent that is deleted; texts go in the sweeps of their sources. */
export async function forgetVersions(
  tx: Tx,
  jobs: Jobs,
  { organizationId, agentId }: AgentKey,
): Promise<void> {
  const kept = await tx
    .deleteFrom("keptSources")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .returningAll()
    .execute();
  for (const source of kept) {
    await queueSweep(tx, jobs, {
      organizationId,
      sourceId: source.id,
      fileIds: fileIdsOf(readConfig(source)),
      wasKept: true,
    });
  }
}
