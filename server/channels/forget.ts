import type { MessageRow } from "../conversations/tables.ts";
import type { Tx } from "../database/store.ts";

/** Forgets what was sent in conversations that are deleted, and where they went on. */
export async function forgetChannelThreads(
  tx: Tx,
  { organizationId, ids }: { organizationId: string; ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return;
  for (const table of ["channelThreads", "channelDeliveries"] as const)
    await tx
      .deleteFrom(table)
      .where("organizationId", "=", organizationId)
      .where("threadId", "in", ids)
      .execute();
}

/** Forgets what was sent of one message. */
export async function forgetSent(
  tx: Tx,
  { message }: { message: Pick<MessageRow, "organizationId" | "id"> },
): Promise<void> {
  await tx
    .deleteFrom("channelDeliveries")
    .where("organizationId", "=", message.organizationId)
    .where("messageId", "=", message.id)
    .execute();
}
