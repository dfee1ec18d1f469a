import { removeAgent } from "../../../shared/contract/agents/agents.ts";
import { removeDeletedAgent } from "../../../shared/contract/agents/deletedAgents.ts";
import type { TestClient } from "../client.ts";

/** Deletes an agent and does not wait for the time in which it could be restored. */
export async function deleteForGood(client: TestClient, agentId: string): Promise<void> {
  const query = { confirmed: "true" } as const;
  await client.call(removeAgent, { params: { productId: agentId }, query });
  await client.call(removeDeletedAgent, { params: { deletedId: agentId }, query });
}
