import type { Snapshot } from "valtio";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { agentTabPath } from "../../state/shell/paths.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import type { ShownSurface } from "../../state/surfaces/surface.ts";

/** What each tab of Deploy is given. */
export interface DeployTabProps {
  agent: Snapshot<Agent>;
  place: AgentPlace;
  surface: ShownSurface;
  isReadOnly: boolean;
  /** Something is typed that is not saved: publishing would leave it out. */
  onUnsaved: (isUnsaved: boolean) => void;
}

/** Gives the address of a tab. */
export function deployPath(place: AgentPlace, part: string): string {
  return agentTabPath({ ...place, tab: part ? `deploy/${part}` : "deploy" });
}
