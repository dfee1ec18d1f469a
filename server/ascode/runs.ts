import { getRun, startRun } from "../../shared/contract/evaluation/evaluation.ts";
import type { AnswerOf } from "../../shared/contract/call.ts";
import type { Target } from "./target.ts";

type Run = AnswerOf<typeof getRun>["data"];

/** Starts a run of an agent's test cases against its draft. */
export async function startTests(target: Target, productId: string): Promise<Run> {
  const body = { data: { kind: "tests" } } as never; // the rest has defaults
  return (await target.call(startRun, { params: { productId }, body })).data;
}

/** Reads a run. */
export async function readTests(target: Target, params: { productId: string; runId: string }): Promise<Run> {
  return (await target.call(getRun, { params })).data;
}

/** Whether a run has not ended. */
export function isRunning({ state }: Pick<Run, "state">): boolean {
  return state === "queued" || state === "running";
}

/** Whether a case failed, or the run itself. */
export function hasFailures({ state, counts }: Pick<Run, "state" | "counts">): boolean {
  return state !== "done" || counts.failed > 0;
}

/** Describes a run in one line. */
export function describeRun({ counts, total, error }: Pick<Run, "counts" | "total" | "error">): string {
  return `${counts.passed} of ${total} passed${error === null ? "" : `, ${error}`}`;
}
