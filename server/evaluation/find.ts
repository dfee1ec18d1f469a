import { AppError } from "../../shared/errors/errors.ts";
import { findAgent } from "../agents/find.ts";
import type { AgentKey } from "../agents/parts.ts";
import type { Db } from "../database/store.ts";
import type { MemberCaller } from "../requests/handle.ts";
import type { EvaluationResultRow, EvaluationRunRow, TestCaseRow } from "./tables.ts";

/** The agent of the path; everybody else's is `not_found`. */
export async function findKey(
  db: Db,
  { organizationId }: Pick<MemberCaller, "organizationId">,
  { productId }: { productId: string },
): Promise<AgentKey> {
  await findAgent(db, { organizationId, agentId: productId });
  return { organizationId, agentId: productId };
}

export async function findCase(db: Db, key: AgentKey, caseId: string): Promise<TestCaseRow> {
  const row = await db
    .selectFrom("testCases")
    .selectAll()
    .where("organizationId", "=", key.organizationId)
    .where("id", "=", caseId)
    .where("agentId", "=", key.agentId)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found");
  return row;
}

export async function findRun(db: Db, key: AgentKey, runId: string): Promise<EvaluationRunRow> {
  const row = await db
    .selectFrom("evaluationRuns")
    .selectAll()
    .where("organizationId", "=", key.organizationId)
    .where("id", "=", runId)
    .where("agentId", "=", key.agentId)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found");
  return row;
}

export async function findResult(
  db: Db,
  run: EvaluationRunRow,
  resultId: string,
): Promise<EvaluationResultRow> {
  const row = await db
    .selectFrom("evaluationResults")
    .selectAll()
    .where("organizationId", "=", run.organizationId)
    .where("id", "=", resultId)
    .where("runId", "=", run.id)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found");
  return row;
}
