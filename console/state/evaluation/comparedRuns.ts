import { listRuns } from "../../../shared/contract/evaluation/evaluation.ts";
import type { EvaluationRun, ResultSummary } from "../../../shared/contract/evaluation/evaluation.ts";
import { client } from "../platform/client.ts";
import { readResults, readRun } from "./evaluation.ts";
import type { AgentPlace } from "../shell/paths.ts";
import { createResource, load, reset } from "../platform/resource.ts";

/** The newest test runs of an agent, which one may be compared with. */
export const testRuns = createResource<{ items: EvaluationRun[]; of: string }>();
/** The run that the open one is compared with, with its questions. */
export const comparedRun = createResource<{ run: EvaluationRun; results: ResultSummary[]; of: string }>();

export async function loadTestRuns(place: AgentPlace): Promise<void> {
  if (testRuns.data && testRuns.data.of !== place.agentId) reset(testRuns);
  await load(testRuns, async () => {
    const params = { orgId: place.orgId, productId: place.agentId };
    const query = { page: 1, limit: 100, kind: "tests" as const };
    return { items: (await client.call(listRuns, { params, query })).items, of: place.agentId };
  });
}

export async function loadComparedRun(place: AgentPlace, runId: string): Promise<void> {
  if (comparedRun.data && comparedRun.data.of !== runId) reset(comparedRun);
  await load(comparedRun, async () => {
    const [run, results] = await Promise.all([readRun(place, runId), readResults(place, runId)]);
    return { run, results, of: runId };
  });
}
