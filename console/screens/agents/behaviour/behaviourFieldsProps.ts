import type { AgentConfiguration } from "../../../../shared/contract/agents.ts";
import type { RequestError } from "../../../../shared/client/requestError.ts";

/** What each card of how an agent answers is given. */
export interface BehaviourFieldsProps {
  typed: AgentConfiguration;
  onChange: (part: Partial<AgentConfiguration>) => void;
  error: RequestError | null;
}
