import type { EvaluationRun } from "../../../shared/contract/evaluation/evaluation.ts";
import type { ReplayForecast } from "../../../shared/contract/evaluation/replay.ts";

/** How long a replay of the same draft counts as new: the questions that it asked hardly change within it. */
const freshMs = 60 * 60 * 1000;

interface Looked {
  forecast: ReplayForecast;
  /** The newest replay; null where there was none. */
  run: Pick<EvaluationRun, "revision" | "createdAt"> | null;
  /** Of the draft of now. */
  revision: number;
  now: number;
}

/**
 * Whether a replay begins before anybody asks for it: it costs nothing, asks no provider, and tells what no replay has told
 * yet.
 */
export function beginsByItself({ forecast, run, revision, now }: Looked): boolean {
  if (forecast.credits > 0 || forecast.asksProvider || countAsked(forecast) === 0) return false;
  return run === null || run.revision < revision || now - run.createdAt > freshMs;
}

/** How many questions a replay would ask. */
export function countAsked({ visitors, cases }: ReplayForecast): number {
  return visitors + cases;
}
