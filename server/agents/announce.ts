import type { Tx } from "../database/store.ts";
import type { Events } from "../live/events.ts";
import type { AgentKey } from "./parts.ts";

/** Tells the team's open screens that the agent or one of its surfaces changed, once the transaction is through. */
export async function announceAgent(events: Events, tx: Tx, key: AgentKey & { now: number }): Promise<void> {
  await events.append(tx, {
    organizationId: key.organizationId,
    agentId: key.agentId,
    kind: "agent",
    threadId: null,
    contactId: null,
    audience: "team",
    payload: {},
    createdAt: key.now,
  });
}
