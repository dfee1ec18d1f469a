import type {} from "../../agents/tables.ts";
import type { Tx } from "../../database/store.ts";
import type { ConversationDeps } from "../deps.ts";
import type { EndFact } from "../threads/facts.ts";

/** Tells watchers of the organization's agents that its custom fields have changed. */
export async function tellOfFields(
  { events, now }: Pick<ConversationDeps, "events" | "now">,
  tx: Tx,
  { organizationId, facts }: { organizationId: string; facts?: readonly EndFact[] },
): Promise<void> {
  const agents = await tx
    .selectFrom("agents")
    .select("id")
    .where("organizationId", "=", organizationId)
    // Each has a counter that is held until the end: always in one order.
    .orderBy("id")
    .execute();
  const about = { organizationId, contactId: null, threadId: null, audience: "team" as const };
  for (const { id: agentId } of agents) {
    await events.append(tx, {
      ...about,
      agentId,
      kind: "customFields",
      payload: { facts },
      createdAt: now(),
    });
  }
}
