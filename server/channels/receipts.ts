import { mayBecome } from "../../shared/domain/channels.ts";
import type { ChannelDeps, ChannelKey } from "./deps.ts";
import type { Reading } from "./kind.ts";
import { tellDeliveries } from "./tellDeliveries.ts";

type Receipt = Extract<Reading, { kind: "receipt" }>;

/** Keeps how far a message got, forward only; false where the message is none of ours. */
export async function takeReceipt(
  deps: Pick<ChannelDeps, "store" | "events" | "now">,
  { organizationId, agentId, type }: ChannelKey,
  { platformId, state, problem }: Receipt,
): Promise<boolean> {
  return deps.store.transaction(async (tx) => {
    const row = await tx
      .selectFrom("channelDeliveries")
      .selectAll()
      .where("organizationId", "=", organizationId)
      .where("agentId", "=", agentId)
      .where("type", "=", type)
      .where("platformId", "=", platformId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return false;
    if (!mayBecome(row.state, state)) return true;
    await tx
      .updateTable("channelDeliveries")
      .set({ state, problem: problem ?? null, updatedAt: deps.now() })
      .where("organizationId", "=", organizationId)
      .where("messageId", "=", row.messageId)
      .where("part", "=", row.part)
      .execute();
    await tellDeliveries(deps, tx, row);
    return true;
  });
}
