import type { ResultVerdict } from "../../shared/contract/evaluation/evaluation.ts";
import type { Db } from "../database/store.ts";
import type { Tally } from "./present.ts";

/** How the questions of these runs came out, by the run's id. */
export async function tallyRuns(
  db: Db,
  organizationId: string,
  runIds: string[],
): Promise<Map<string, Tally>> {
  const tallies = new Map<string, Tally>();
  if (runIds.length === 0) return tallies;
  const rows = await db
    .selectFrom("evaluationResults")
    .select((row) => [
      "runId",
      row.fn.coalesce("overruled", "verdict").as("said"),
      row.fn.countAll<number>().as("times"),
      row.fn.sum<number | null>("credits").as("credits"),
    ])
    .where("organizationId", "=", organizationId)
    .where("runId", "in", runIds)
    .where("verdict", "is not", null)
    .groupBy(["runId", "said"])
    .execute();
  for (const { runId, said, times, credits } of rows) {
    const tally = tallies.get(runId) ?? noTally();
    tally.done += Number(times);
    tally.credits += Number(credits ?? 0);
    tally.counts[said as ResultVerdict] += Number(times); // one of the two columns, and the verdict is not null
    tallies.set(runId, tally);
  }
  return tallies;
}

export function noTally(): Tally {
  return { done: 0, credits: 0, counts: { passed: 0, failed: 0, better: 0, same: 0, worse: 0 } };
}
