import type { AgentKey } from "../agents/parts.ts";
import type { Db } from "../database/store.ts";
import type { Recent } from "./present.ts";

const runsLookedAt = 10;

/** What the newest test runs said of these cases, newest first, by the case's id. A person's word goes before the run's. */
export async function findRecent(db: Db, key: AgentKey, caseIds: string[]): Promise<Map<string, Recent>> {
  if (caseIds.length === 0) return new Map();
  const runs = await db
    .selectFrom("evaluationRuns")
    .select("id")
    .where("organizationId", "=", key.organizationId)
    .where("agentId", "=", key.agentId)
    .where("kind", "=", "tests")
    .orderBy("id", "desc")
    .limit(runsLookedAt)
    .execute();
  if (runs.length === 0) return new Map();
  const rows = await db
    .selectFrom("evaluationResults as result")
    .innerJoin("evaluationRuns as run", (join) =>
      join.onRef("run.organizationId", "=", "result.organizationId").onRef("run.id", "=", "result.runId"),
    )
    .select(["result.id", "result.caseId", "result.verdict", "result.overruled"])
    .select(["run.id as runId", "run.version", "run.createdAt"])
    .where("result.organizationId", "=", key.organizationId)
    .where(
      "result.runId",
      "in",
      runs.map(({ id }) => id),
    )
    .where("result.caseId", "in", caseIds)
    .orderBy("run.id", "desc")
    .execute();
  const recent = new Map<string, Recent>();
  for (const { id, caseId, verdict, overruled, runId, version, createdAt } of rows) {
    const said = overruled ?? verdict;
    if (caseId === null || (said !== "passed" && said !== "failed")) continue;
    const list = recent.get(caseId) ?? [];
    list.push({ runId, resultId: id, verdict: said, version, at: createdAt });
    recent.set(caseId, list);
  }
  return recent;
}
