import type { Agent, AgentConfiguration } from "../../../shared/contract/agents/agents.ts";
import {
  createAgent as createAgentCall,
  publishAgent as publishAgentCall,
  removeAgent as removeAgentCall,
  updateAgent as updateAgentCall,
  updateAgentStatus,
} from "../../../shared/contract/agents/agents.ts";
import type { BodyOf } from "../../../shared/contract/call.ts";
import { toRequestError } from "../../../shared/client/requestError.ts";
import { addAgent, agents, dropAgent, noteChange, putAgent } from "./agents.ts";
import { client } from "../platform/client.ts";
import type { AgentPlace } from "../shell/paths.ts";

/** Makes an agent and takes it into the list. */
export async function createAgent(
  orgId: string,
  data: BodyOf<typeof createAgentCall>["data"],
): Promise<Agent> {
  agents.hasCreateFailed = false;
  try {
    return addAgent((await client.call(createAgentCall, { params: { orgId }, body: { data } })).data);
  } catch (thrown) {
    agents.hasCreateFailed = true;
    console.error(toRequestError(thrown).message);
    throw thrown;
  }
}

/** Saves the draft; 409 `conflict` if another member saved since this revision was read. */
export async function saveAgent(
  { orgId, agentId }: AgentPlace,
  data: { revision: number; configuration: AgentConfiguration },
): Promise<Agent> {
  return putAgent(
    (await client.call(updateAgentCall, { params: { orgId, productId: agentId }, body: { data } })).data,
  );
}

/** Shown at once; put back where the server refuses. */
export async function setAgentStatus({ orgId, agentId }: AgentPlace, status: Agent["status"]): Promise<void> {
  const agent = agents.items.find(({ id }) => id === agentId);
  const before = agent?.status;
  if (agent) agent.status = status;
  noteChange(agentId);
  try {
    const input = { params: { orgId, productId: agentId }, body: { data: { status } } };
    putAgent((await client.call(updateAgentStatus, input)).data);
  } catch (thrown) {
    if (agent && before) agent.status = before;
    throw thrown;
  }
}

/** Freezes the draft as the next version, and makes it live. */
export async function publishAgent(
  { orgId, agentId }: AgentPlace,
  data?: { note: string; revision: number },
): Promise<Agent> {
  const input = { params: { orgId, productId: agentId }, body: data && { data } };
  return putAgent((await client.call(publishAgentCall, input)).data);
}

/** Deletes it with all that belongs to it; for some days it can be restored. */
export async function deleteAgent({ orgId, agentId }: AgentPlace): Promise<void> {
  const params = { orgId, productId: agentId };
  await client.call(removeAgentCall, { params, query: { confirmed: "true" } });
  noteChange(agentId);
  dropAgent(agentId);
}
