import { useEffect } from "react";
import { toRequestError } from "../../shared/client/requestError.ts";
import { loadAgent } from "../state/agents.ts";
import { watchAgent } from "../state/live.ts";
import type { AgentPlace } from "../state/paths.ts";

/** Reads the agent anew as soon as anybody has changed something of it, so that this screen tells it at once. */
export function useAgentChanges({ orgId, agentId }: AgentPlace): void {
  useEffect(() => {
    const read = () =>
      void loadAgent({ orgId, agentId }).catch((thrown: unknown) =>
        console.warn(toRequestError(thrown).message),
      );
    return watchAgent(agentId, {
      onEvent: (event) => event.type === "agent" && read(),
      onReadAfresh: read,
    });
  }, [orgId, agentId]);
}
