import { listThreads } from "../../../shared/contract/conversations/threads/threads.ts";
import { client } from "../platform/client.ts";
import type { AgentPlace } from "../shell/paths.ts";

/** Gives an agent's latest conversations, in one of which a run can speak. */
export async function listRecentThreads({
  orgId,
  agentId,
}: AgentPlace): Promise<{ id: string; name: string; at: number }[]> {
  const params = { orgId, productId: agentId };
  const { items } = await client.call(listThreads, { params, query: { limit: 25 } });
  return items.map((thread) => ({
    id: thread.id,
    name: thread.contact.name || thread.title || "Visitor",
    at: thread.lastMessage?.at ?? thread.createdAt,
  }));
}
