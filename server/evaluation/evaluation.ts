import type { Capability, Leaf } from "../agents/capability.ts";
import { evaluationMigrations } from "./migrations.ts";
import { answerRoutes } from "./answerCalls.ts";
import { caseRoutes } from "./caseCalls.ts";
import type { EvaluationDeps } from "./deps.ts";
import { gapRoutes } from "./gapCalls.ts";
import { evaluationPart } from "./part.ts";
import { runRoutes } from "./runCalls.ts";
import { createRunEnded, createRunHandler } from "./runJob.ts";
import { evaluationJob } from "./startRun.ts";

/** Puts evaluation together, with its job. */
export const evaluation: Leaf<EvaluationDeps> = {
  create: createEvaluation,
  migrations: evaluationMigrations,
};

function createEvaluation(deps: EvaluationDeps): Capability {
  return {
    name: "evaluation",
    routes: [...caseRoutes(deps), ...runRoutes(deps), ...gapRoutes(deps), ...answerRoutes(deps)],
    part: evaluationPart(deps),
    jobs: [
      {
        ...{ kind: evaluationJob, handler: createRunHandler(deps) },
        ...{ concurrency: 2, yields: true, ended: createRunEnded(deps) },
      },
    ],
  };
}
