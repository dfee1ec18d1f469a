import { useParams } from "wouter";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import type { Agent } from "../../shared/contract/agents/agents.ts";
import { agents } from "../state/agents/agents.ts";
import type { AgentPlace } from "../state/shell/paths.ts";

/** Gives the organization and agent of the path. */
export function useAgentPlace(): AgentPlace {
  const { orgId = "", agentId = "" } = useParams();
  return { orgId, agentId };
}

/** Gives the agent of the path as the list has it; undefined for one that is not there. */
export function useAgent(): AgentPlace & { agent: Snapshot<Agent> | undefined } {
  const place = useAgentPlace();
  const agent = useSnapshot(agents).items.find(({ id }) => id === place.agentId);
  return { ...place, agent };
}
