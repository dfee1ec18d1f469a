import { compareAnswers } from "../../shared/domain/evaluation.ts";
import type { Reason } from "../../shared/domain/evaluation.ts";
import { hasPassed } from "../../shared/domain/testCases.ts";
import type { AnswerSide, ResultVerdict } from "../../shared/contract/evaluation/evaluation.ts";
import type { Tx } from "../database/store.ts";
import type { JobHandler, JobTools } from "../jobs/kinds.ts";
import type { JobRow } from "../jobs/tables.ts";
import { ask, seeAnswer } from "./ask.ts";
import type { EvaluationDeps } from "./deps.ts";
import { readAgent, readAsked, readSide } from "./present.ts";
import type { EvaluationResultRow, EvaluationRunRow } from "./tables.ts";

/** A run mostly waits for a model; more at once would meet the provider's limits. */
const askedAtOnce = 3;

/** Asks what a run has not asked yet; begun again after a crash, it continues where it was. */
export function createRunHandler(deps: EvaluationDeps): JobHandler {
  const { store } = deps;
  return async (job, tools) => {
    const run = await readRun(deps, job);
    if (!run) return;
    await store.transaction((tx) => setState(tx, job, { state: "running" }));
    const waiting = await store.db
      .selectFrom("evaluationResults")
      .selectAll()
      .where("organizationId", "=", run.organizationId)
      .where("runId", "=", run.id)
      .where("verdict", "is", null)
      .orderBy("position")
      .execute();
    let done = run.total - waiting.length;
    const workers = Array.from({ length: askedAtOnce }, async () => {
      for (let row = waiting.shift(); row; row = waiting.shift()) {
        tools.signal.throwIfAborted();
        await askOne(deps, { run, row, tools });
        done += 1;
        tools.progress({ done, total: run.total });
      }
    });
    const ended = await Promise.allSettled(workers);
    const broken = ended.find((end) => end.status === "rejected");
    if (broken) throw broken.reason;
  };
}

/** Writes the end of a run with the end of its job. */
export function createRunEnded({ now }: EvaluationDeps) {
  return async (tx: Tx, job: JobRow): Promise<void> => {
    const state = job.state === "done" || job.state === "cancelled" ? job.state : "failed";
    const error = state === "failed" ? job.error : null;
    await setState(tx, job, { state, error, endedAt: now() });
  };
}

interface Turn {
  run: EvaluationRunRow;
  row: EvaluationResultRow;
  tools: JobTools;
}

async function askOne(deps: EvaluationDeps, { run, row, tools: { signal } }: Turn): Promise<void> {
  const { answering, store, report } = deps;
  const asked = readAsked(row);
  const asking = { answering, asked, key: row.id, signal, report };
  const begun = performance.now();
  const answer = await ask({ ...asking, agent: readAgent(run.agent), version: run.version });
  const ms = Math.round(performance.now() - begun);
  const before =
    readSide(row.before) ??
    (run.before === null
      ? null
      : await ask({ ...asking, agent: readAgent(run.before), version: run.publishedVersion }));
  const judged = before
    ? compareAnswers({
        question: asked.question,
        before: seeAnswer(before),
        after: seeAnswer(answer),
        rating: asked.rating,
        checks: asked.expectation && { before: before.checks, after: answer.checks },
      })
    : judge(answer);
  await store.db
    .updateTable("evaluationResults")
    .set({
      answer: JSON.stringify(answer),
      before: before && JSON.stringify(before),
      reasons: JSON.stringify(judged.reasons),
      verdict: judged.verdict,
      ms,
      // Both were asked where the published version was.
      credits: (answer.receipt?.credits ?? 0) + (row.before === null ? (before?.receipt?.credits ?? 0) : 0),
    })
    .where("organizationId", "=", row.organizationId)
    .where("id", "=", row.id)
    .where("verdict", "is", null)
    .execute();
}

function judge({ checks }: AnswerSide): { verdict: ResultVerdict; reasons: Reason[] } {
  const failed = checks.filter(({ passed }) => !passed);
  return {
    verdict: hasPassed(checks) ? "passed" : "failed",
    reasons: failed.map(({ text }) => ({ effect: "worse", text })),
  };
}

async function readRun({ store }: EvaluationDeps, job: JobRow): Promise<EvaluationRunRow | undefined> {
  return store.db
    .selectFrom("evaluationRuns")
    .selectAll()
    .where("organizationId", "=", job.organizationId)
    .where("jobId", "=", job.id)
    .executeTakeFirst();
}

async function setState(tx: Tx, job: JobRow, change: Partial<EvaluationRunRow>): Promise<void> {
  await tx
    .updateTable("evaluationRuns")
    .set(change)
    .where("organizationId", "=", job.organizationId)
    .where("jobId", "=", job.id)
    .execute();
}
