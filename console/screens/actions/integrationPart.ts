import type { AgentPlace } from "../../state/shell/paths.ts";

/** What a part of the tab Integrations is given: the agent, and what of the part is open. */
export interface IntegrationPartProps {
  place: AgentPlace;
  itemId: string | undefined;
}
