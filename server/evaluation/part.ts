import type { AgentPart } from "../agents/parts.ts";
import type { EvaluationDeps } from "./deps.ts";

/** What evaluation has to do with an agent's life: its cases and runs go with it. */
export function evaluationPart({ jobs }: EvaluationDeps): AgentPart {
  return {
    name: "evaluation",
    async remove(tx, { organizationId, agentId }) {
      const active = await tx
        .selectFrom("evaluationRuns")
        .select("jobId")
        .where("organizationId", "=", organizationId)
        .where("agentId", "=", agentId)
        .where("state", "in", ["queued", "running"])
        .execute();
      for (const { jobId } of active) if (jobId) await jobs.cancel(tx, { organizationId, id: jobId });
      for (const table of ["testCases", "evaluationResults", "evaluationRuns", "closedGaps"] as const) {
        await tx
          .deleteFrom(table)
          .where("organizationId", "=", organizationId)
          .where("agentId", "=", agentId)
          .execute();
      }
    },
  };
}
