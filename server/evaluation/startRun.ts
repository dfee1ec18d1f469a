import { AppError } from "../../shared/errors/errors.ts";
import { findAgent } from "../agents/find.ts";
import type { AgentKey } from "../agents/parts.ts";
import { newId } from "../database/ids.ts";
import type { Db, Tx } from "../database/store.ts";
import { findModelProblem } from "../models/findModelProblem.ts";
import type { EvaluationDeps } from "./deps.ts";
import { findRunAgent, planCases, type Planned } from "./planRun.ts";
import { pruneRuns } from "./pruneRuns.ts";
import { lockAgent } from "./storedCases.ts";
import type { EvaluationResultRow, EvaluationRunRow } from "./tables.ts";
import { findVisitorQuestions } from "./visitorQuestions.ts";

export const evaluationJob = "evaluation";

export interface RunWanted extends AgentKey {
  kind: EvaluationRunRow["kind"];
  /** Null for the draft. */
  version: number | null;
  /** Asked in the place of the configured one. */
  model: string | null;
  caseIds: string[] | undefined;
  createdBy: string | null;
}

/** Writes a run with all that it will ask, as agent and questions are now, and queues it. */
export async function startRun(deps: EvaluationDeps, wanted: RunWanted): Promise<EvaluationRunRow> {
  const { store, jobs, now } = deps;
  const { organizationId, agentId, kind } = wanted;
  const key = { organizationId, agentId };
  await checkModel(store.db, wanted);
  const visitors = kind === "replay" ? await findVisitorQuestions(store.reader, key, now()) : [];
  return store.transaction(async (tx) => {
    await lockAgent(tx, key);
    await checkIdle(tx, key);
    const at = now();
    const { revision, publishedVersion } = await findAgent(tx, key);
    const agent = await findRunAgent(tx, wanted);
    const run: EvaluationRunRow = {
      ...{ ...key, id: newId(at), kind, version: wanted.version, publishedVersion, revision },
      agent: JSON.stringify(agent),
      before:
        kind === "replay"
          ? JSON.stringify(await findRunAgent(tx, { ...key, version: publishedVersion }))
          : null,
      ...{ jobId: null, state: "queued", error: null, total: 0 },
      ...{ createdBy: wanted.createdBy, createdAt: at, endedAt: null },
    };
    const planned: Planned[] = [...(await planCases(tx, wanted)), ...visitors];
    if (planned.length === 0) throw new AppError("conflict", { message: nothingToAsk[kind] });
    const rows = planned.map((plan, position) => planResult(run, plan, { position, at }));
    const job = await jobs.enqueue(tx, {
      ...{ organizationId, kind: evaluationJob, key: run.id, payload: { runId: run.id, agentId } },
    });
    const stored = { ...run, jobId: job.id, total: rows.length };
    await tx.insertInto("evaluationRuns").values(stored).execute();
    for (const row of rows) await tx.insertInto("evaluationResults").values(row).execute();
    await pruneRuns(tx, { ...key, kind });
    return stored;
  });
}

async function checkModel(db: Db, { organizationId, model: value }: RunWanted): Promise<void> {
  const problem =
    value === null ? null : await findModelProblem(db, { organizationId, value, work: "completion" });
  if (problem === null) return;
  throw new AppError("invalid_input", { fields: [{ path: "body.data.model", message: problem }] });
}

const nothingToAsk = {
  tests: "There is nothing to ask yet. Add a test case first.",
  replay:
    "There is nothing to replay: no visitor asked anything in the last seven days, and there is no test case.",
};

function planResult(
  { organizationId, agentId, id: runId }: EvaluationRunRow,
  { asked, caseId = "", threadId = "", messageId = "", before }: Planned,
  { position, at }: { position: number; at: number },
): EvaluationResultRow {
  return {
    ...{ organizationId, agentId, id: newId(at), runId, position },
    ...{ caseId: caseId || null, threadId: threadId || null, messageId: messageId || null },
    asked: JSON.stringify(asked),
    before: before ? JSON.stringify(before) : null,
    ...{ answer: null, reasons: "[]", verdict: null, overruled: null, overruledBy: null },
    ...{ ms: null, credits: null },
  };
}

async function checkIdle(tx: Tx, { organizationId, agentId }: AgentKey): Promise<void> {
  const active = await tx
    .selectFrom("evaluationRuns")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("state", "in", ["queued", "running"])
    .executeTakeFirst();
  if (active)
    throw new AppError("conflict", { message: "A run goes on already. Wait for it, or cancel it." });
}
