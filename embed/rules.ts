import { matchesGlob } from "../shared/domain/matchesGlob.ts";
import type { PathRule } from "./types.ts";

/** Whether the launcher may show at this path: not where `hideOn` fits, and where there is a `showOn`, only there. */
export function mayShowAt(
  path: string,
  { hideOn, showOn }: { hideOn: PathRule[]; showOn: PathRule[] },
): boolean {
  const fits = (rule: PathRule) => (typeof rule === "string" ? matchesGlob(rule, path) : rule.test(path));
  return !hideOn.some(fits) && (showOn.length === 0 || showOn.some(fits));
}
