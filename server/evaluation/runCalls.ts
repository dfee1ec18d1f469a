import {
  cancelRun,
  getResult,
  getRun,
  listResults,
  listRuns,
  overruleResult,
  startRun as startRunCall,
} from "../../shared/contract/evaluation/evaluation.ts";
import type { ResultVerdict } from "../../shared/contract/evaluation/evaluation.ts";
import { getReplayForecast } from "../../shared/contract/evaluation/replay.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { handle } from "../requests/handle.ts";
import type { Route } from "../requests/handle.ts";
import type { EvaluationDeps } from "./deps.ts";
import { findKey, findResult, findRun } from "./find.ts";
import { forecastReplay } from "./forecastReplay.ts";
import { namesOf } from "./names.ts";
import { presentResult, presentRun, presentSummary } from "./present.ts";
import { startRun } from "./startRun.ts";
import type { EvaluationRunRow } from "./tables.ts";
import { noTally, tallyRuns } from "./tally.ts";

/** The calls on runs: what a replay would be, begin, watch, cancel, look at what came out, overrule. */
export function runRoutes(deps: EvaluationDeps): Route[] {
  const { store, jobs } = deps;

  async function present(rows: EvaluationRunRow[]) {
    const [first] = rows;
    if (!first) return [];
    const ids = rows.map(({ id }) => id);
    const tallies = await tallyRuns(store.db, first.organizationId, ids);
    const names = await namesOf(
      store.db,
      rows.map(({ createdBy }) => createdBy),
    );
    return rows.map((row) =>
      presentRun(
        { ...row, createdByName: names.get(row.createdBy ?? "") ?? null },
        tallies.get(row.id) ?? noTally(),
      ),
    );
  }

  async function presentOne(row: EvaluationRunRow) {
    const [run] = await present([row]);
    if (!run) throw new AppError("not_found");
    return { data: run };
  }

  return [
    handle(listRuns, async ({ caller, params, query }) => {
      const { page, limit, kind } = query;
      const key = await findKey(store.db, caller, params);
      let found = store.db
        .selectFrom("evaluationRuns")
        .where("organizationId", "=", key.organizationId)
        .where("agentId", "=", key.agentId);
      if (kind) found = found.where("kind", "=", kind);
      const rows = await found
        .selectAll()
        .orderBy("id", "desc")
        .limit(limit)
        .offset((page - 1) * limit)
        .execute();
      const { total } = await found
        .select((row) => row.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow();
      return { items: await present(rows), page: { page, limit, total: Number(total) } };
    }),

    handle(getReplayForecast, async ({ caller, params }) => ({
      data: await forecastReplay(deps, await findKey(store.db, caller, params)),
    })),

    handle(startRunCall, async ({ caller, params, body }) => {
      const key = await findKey(store.db, caller, params);
      const { kind, version, model, caseIds } = body.data;
      return presentOne(
        await startRun(deps, { ...key, kind, version, model, caseIds, createdBy: caller.userId }),
      );
    }),

    handle(getRun, async ({ caller, params }) => {
      const key = await findKey(store.db, caller, params);
      return presentOne(await findRun(store.db, key, params.runId));
    }),

    handle(cancelRun, async ({ caller, params }) => {
      const key = await findKey(store.db, caller, params);
      const row = await store.transaction(async (tx) => {
        const run = await findRun(tx, key, params.runId);
        if (run.jobId) await jobs.cancel(tx, { organizationId: key.organizationId, id: run.jobId });
        return findRun(tx, key, run.id);
      });
      return presentOne(row);
    }),

    handle(listResults, async ({ caller, params, query }) => {
      const key = await findKey(store.db, caller, params);
      const run = await findRun(store.db, key, params.runId);
      const rows = await store.reader
        .selectFrom("evaluationResults")
        .selectAll()
        .where("organizationId", "=", run.organizationId)
        .where("runId", "=", run.id)
        .orderBy((row) =>
          row
            .case()
            .when("verdict", "in", ["failed", "worse"])
            .then(0)
            .when("verdict", "=", "better")
            .then(1)
            .else(2)
            .end(),
        )
        .orderBy("position")
        .limit(query.limit)
        .offset((query.page - 1) * query.limit)
        .execute();
      return { items: rows.map(presentSummary), page: { ...query, total: run.total } };
    }),

    handle(getResult, async ({ caller, params }) => {
      const key = await findKey(store.db, caller, params);
      const run = await findRun(store.db, key, params.runId);
      return { data: presentResult(await findResult(store.db, run, params.resultId)) };
    }),

    handle(overruleResult, async ({ caller, params, body }) => {
      const key = await findKey(store.db, caller, params);
      const { verdict } = body.data;
      const row = await store.transaction(async (tx) => {
        const run = await findRun(tx, key, params.runId);
        const result = await findResult(tx, run, params.resultId);
        checkVerdict(run, verdict);
        if (result.verdict === null) throw new AppError("conflict", { message: "This was not asked yet." });
        // To say what the comparison says is to agree with it.
        const overruled = verdict === result.verdict ? null : verdict;
        const change = { overruled, overruledBy: overruled === null ? null : caller.name };
        await tx
          .updateTable("evaluationResults")
          .set(change)
          .where("organizationId", "=", run.organizationId)
          .where("id", "=", result.id)
          .execute();
        return { ...result, ...change };
      });
      return { data: presentResult(row) };
    }),
  ];
}

const ofTests: readonly ResultVerdict[] = ["passed", "failed"];

function checkVerdict({ kind }: EvaluationRunRow, verdict: ResultVerdict | null): void {
  if (verdict === null || ofTests.includes(verdict) === (kind === "tests")) return;
  const message = kind === "tests" ? "Choose passed or failed." : "Choose better, same or worse.";
  throw new AppError("invalid_input", { fields: [{ path: "body.data.verdict", message }] });
}
