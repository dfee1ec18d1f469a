import type { AgentPart } from "../agents/parts.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { readConfig } from "./present.ts";
import { hideAndDeleteSource } from "./sources.ts";
import { findActiveRun } from "./sync/runs.ts";
import { queueSweep } from "./sync/sweepSource.ts";

/** What knowledge has to do with an agent's life: its sources go with it. */
export function knowledgePart(jobs: Jobs): AgentPart {
  return {
    name: "knowledge",
    async remove(tx, { organizationId, agentId }) {
      const sources = await tx
        .selectFrom("dataSources")
        .selectAll()
        .where("organizationId", "=", organizationId)
        .where("agentId", "=", agentId)
        .execute();
      for (const source of sources) {
        const active = await findActiveRun(tx, source);
        if (active?.jobId) await jobs.cancel(tx, { organizationId, id: active.jobId });
        const config = readConfig(source);
        const fileIds = config.kind === "files" ? config.fileIds : [];
        await hideAndDeleteSource(tx, { organizationId, sourceId: source.id });
        await queueSweep(tx, jobs, { organizationId, sourceId: source.id, fileIds });
      }
    },
  };
}
