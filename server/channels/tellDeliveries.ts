import type { Tx } from "../database/store.ts";
import type { ChannelDeps } from "./deps.ts";
import type { ChannelDeliveryRow } from "./tables.ts";

/** Has the team's screens read again how far a conversation's messages got. */
export async function tellDeliveries(
  { events, now }: Pick<ChannelDeps, "events" | "now">,
  tx: Tx,
  { organizationId, agentId, threadId }: Pick<ChannelDeliveryRow, "organizationId" | "agentId" | "threadId">,
): Promise<void> {
  await events.append(tx, {
    ...{ organizationId, agentId, threadId, contactId: null, audience: "team", kind: "thread" },
    ...{ payload: {}, createdAt: now() },
  });
}
