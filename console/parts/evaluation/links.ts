import type { AgentPlace } from "../../state/shell/paths.ts";
import { agentTabPath } from "../../state/shell/paths.ts";

/** The page of an agent's tests. */
export function testsLink(place: AgentPlace): string {
  return agentTabPath({ ...place, tab: "overview/tests" });
}

/** A case on it, open to be changed. */
export function caseLink(place: AgentPlace, caseId: string): string {
  return `${testsLink(place)}?${new URLSearchParams({ case: caseId })}`;
}

/** A run on it, or one question of the run. */
export function runLink(place: AgentPlace, runId: string, resultId?: string): string {
  const query = new URLSearchParams({ view: "runs", run: runId, ...(resultId && { result: resultId }) });
  return `${testsLink(place)}?${query}`;
}
