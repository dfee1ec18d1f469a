import { agentTabPath } from "../shell/paths.ts";
import type { AgentPlace } from "../shell/paths.ts";

/** Gives the path of an agent's skills. */
export function skillsPath(place: AgentPlace): string {
  return agentTabPath({ ...place, tab: "integrations/actions" });
}

/** Gives the path of one of them; `new` for one to be added. */
export function skillPath(place: AgentPlace, skillId: string): string {
  return `${skillsPath(place)}/${encodeURIComponent(skillId)}`;
}
