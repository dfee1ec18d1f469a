import { agentTabPath } from "../shell/paths.ts";
import type { AgentPlace } from "../shell/paths.ts";

/** Gives the path of an agent's workflows. */
export function workflowsPath(place: AgentPlace): string {
  return agentTabPath({ ...place, tab: "workflows" });
}

/** Gives the path of one of them. */
export function workflowPath(place: AgentPlace, workflowId: string): string {
  return `${workflowsPath(place)}/${encodeURIComponent(workflowId)}`;
}
