import type { AgentKey, AgentPart } from "../agents/parts.ts";
import type { Tx } from "../database/store.ts";
import { exportCases, shareCases, takeCases } from "./portable.ts";
import type { EvaluationDeps } from "./deps.ts";

/** What evaluation has to do with an agent's life: its cases travel where somebody chose them, and go with it like its runs. */
export function evaluationPart({ jobs }: EvaluationDeps): AgentPart {
  async function cancelRuns(tx: Tx, { organizationId, agentId }: AgentKey): Promise<void> {
    const active = await tx
      .selectFrom("evaluationRuns")
      .select("jobId")
      .where("organizationId", "=", organizationId)
      .where("agentId", "=", agentId)
      .where("state", "in", ["queued", "running"])
      .execute();
    for (const { jobId } of active) if (jobId) await jobs.cancel(tx, { organizationId, id: jobId });
  }

  return {
    name: "evaluation",
    exportPieces: async (db, agent, { testCases }) => (testCases ? exportCases(db, agent) : {}),
    take: (tx, into, { evaluation }) => takeCases(tx, into, evaluation?.cases ?? []),
    async share(tx, { choice, ...agents }, { now }) {
      if (choice.testCases) await shareCases(tx, { ...agents, now });
    },
    // Its questions would continue costing what their model costs.
    hide: cancelRuns,
    async remove(tx, agent) {
      const { organizationId, agentId } = agent;
      await cancelRuns(tx, agent);
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
