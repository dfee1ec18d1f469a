import type { AgentPart } from "../agents/parts.ts";
import type { Route } from "../door/handle.ts";
import { answerRoutes } from "./answerCalls.ts";
import { caseRoutes } from "./caseCalls.ts";
import type { EvaluationDeps } from "./deps.ts";
import { gapRoutes } from "./gapCalls.ts";
import { evaluationPart } from "./part.ts";
import { runRoutes } from "./runCalls.ts";
import { createRunEnded, createRunHandler } from "./runJob.ts";
import { evaluationJob } from "./startRun.ts";

export interface Evaluation {
  routes: Route[];
  part: AgentPart;
}

/** Puts evaluation together and registers its job. */
export function createEvaluation(deps: EvaluationDeps): Evaluation {
  deps.jobs.register(evaluationJob, createRunHandler(deps), { concurrency: 2, ended: createRunEnded(deps) });
  return {
    routes: [...caseRoutes(deps), ...runRoutes(deps), ...gapRoutes(deps), ...answerRoutes(deps)],
    part: evaluationPart(deps),
  };
}
