import { useEffect } from "react";
import { toRequestError } from "../../shared/client/requestError.ts";
import type { RequestError } from "../../shared/client/requestError.ts";
import { loadAgent } from "../state/agents/agents.ts";
import { watchAgent } from "../state/platform/live.ts";
import type { AgentPlace } from "../state/shell/paths.ts";

/**
 * Reads the agent again as soon as anybody has changed something of it, so that this screen tells it immediately;
 * `onGone` is called when it no longer exists.
 */
export function useAgentChanges(
  { orgId, agentId }: AgentPlace,
  onGone?: (error: RequestError) => void,
): void {
  useEffect(() => {
    const read = () =>
      void loadAgent({ orgId, agentId }).catch((thrown: unknown) => {
        const error = toRequestError(thrown);
        console.warn(error.message);
        if (error.code === "not_found") onGone?.(error);
      });
    return watchAgent(agentId, {
      onEvent: (event) => event.type === "agent" && read(),
      onReadAfresh: read,
    });
  }, [orgId, agentId]);
}
