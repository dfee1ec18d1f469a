import type { AgentConfiguration } from "../../../../shared/contract/agents/agents.ts";
import type { RequestError } from "../../../../shared/client/requestError.ts";

/** What each card of how an agent answers is given. */
export interface BehaviorFieldsProps {
  typed: AgentConfiguration;
  onChange: (part: Partial<AgentConfiguration>) => void;
  error: RequestError | null;
}
