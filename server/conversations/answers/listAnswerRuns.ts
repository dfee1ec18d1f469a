import type { Receipt } from "../../../shared/contract/conversations/answers/receipts.ts";
import type { Db } from "../../database/store.ts";
import type { MessageRow } from "../tables.ts";

/** The runs of workflows that the agent used for an answer: each carries the answer's ID (`workflows/triggers`). */
export async function listAnswerRuns(
  db: Db,
  { organizationId, threadId, id }: Pick<MessageRow, "organizationId" | "threadId" | "id">,
): Promise<NonNullable<Receipt["runs"]>> {
  const rows = await db
    .selectFrom("workflowRuns as run")
    .innerJoin("workflows as workflow", (join) =>
      join
        .onRef("workflow.organizationId", "=", "run.organizationId")
        .onRef("workflow.id", "=", "run.workflowId"),
    )
    .select(["run.id", "run.workflowId", "workflow.name"])
    .where("run.organizationId", "=", organizationId)
    .where("run.threadId", "=", threadId)
    .where("run.clientId", "like", `${id}:%`)
    .orderBy("run.id")
    .execute();
  return rows.map(({ id: runId, workflowId, name }) => ({ id: workflowId, runId, name }));
}
