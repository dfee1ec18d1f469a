import type { EvaluationRun, ResultVerdict } from "../../../shared/contract/evaluation/evaluation.ts";
import type { BadgeTone } from "../../../shared/ui/Badge.tsx";

export const verdictWords: Record<ResultVerdict, { label: string; tone: BadgeTone }> = {
  passed: { label: "Passed", tone: "success" },
  failed: { label: "Failed", tone: "danger" },
  better: { label: "Better", tone: "success" },
  same: { label: "Same", tone: "neutral" },
  worse: { label: "Worse", tone: "danger" },
};

export const stateWords: Record<EvaluationRun["state"], { label: string; tone: BadgeTone }> = {
  queued: { label: "Waiting", tone: "accent" },
  running: { label: "Running", tone: "accent" },
  done: { label: "Done", tone: "neutral" },
  failed: { label: "Interrupted", tone: "danger" },
  cancelled: { label: "Canceled", tone: "warning" },
};

/** "12 passed, 1 failed", "3 better, 40 same, 1 worse". */
export function describeCounts({ kind, counts }: Pick<EvaluationRun, "kind" | "counts">): string {
  if (kind === "tests") return `${counts.passed} passed, ${counts.failed} failed`;
  return `${counts.better} better, ${counts.same} same, ${counts.worse} worse`;
}

/** What was asked: "Draft", "Version 3". */
export function nameVersion(version: number | null): string {
  return version === null ? "Draft" : `Version ${version}`;
}
