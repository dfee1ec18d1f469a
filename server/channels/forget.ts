import type { ChannelType } from "../../shared/domain/channels.ts";
import type { MessageRow } from "../conversations/tables.ts";
import type { Tx } from "../database/store.ts";

/** Forgets what was sent in conversations that are deleted, and where they went on. */
export async function forgetChannelThreads(
  tx: Tx,
  { organizationId, ids }: { organizationId: string; ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return;
  for (const table of [
    ...(["channelThreads", "channelDeliveries", "channelDrafts"] as const),
    ...(["teamPosts", "teamSends"] as const),
  ])
    await tx
      .deleteFrom(table)
      .where("organizationId", "=", organizationId)
      .where("threadId", "in", ids)
      .execute();
  // A call in which nobody said a word has no conversation, but its contact is stored there.
  await tx
    .deleteFrom("channelThreads")
    .where("organizationId", "=", organizationId)
    .where("threadId", "in", (db) =>
      db
        .selectFrom("phoneCalls")
        .select("threadId")
        .where("organizationId", "=", organizationId)
        .where("contactId", "in", ids),
    )
    .execute();
  await tx
    .deleteFrom("phoneCalls")
    .where("organizationId", "=", organizationId)
    .where((row) => row.or([row("threadId", "in", ids), row("contactId", "in", ids)]))
    .execute();
}

/** Forgets what people whose data is deleted sent, where it could not be read. What still waits is taken as what they write from now on. */
export async function forgetChannelContacts(
  tx: Tx,
  { organizationId, contactIds }: { organizationId: string; contactIds: readonly string[] },
): Promise<void> {
  if (contactIds.length === 0) return;
  const identities = await tx
    .selectFrom("contactIdentities")
    .select(["agentId", "type", "externalId", "conversation", "address"])
    .where("organizationId", "=", organizationId)
    .where("contactId", "in", contactIds)
    .execute();
  for (const { agentId, type, externalId, conversation, address } of identities) {
    const named = Object.values(JSON.parse(address) as Record<string, string>); // as the kind gave it
    await tx
      .updateTable("channelUpdates")
      .set({ body: "{}", conversation: "" })
      .where("organizationId", "=", organizationId)
      .where("agentId", "=", agentId)
      .where((row) => row("type", "=", type as ChannelType)) // identities are of channels
      .where((row) =>
        row.or([
          row("conversation", "in", [externalId, conversation, ...named]),
          // Each mail thread of a sender is a conversation of its own.
          row.and([row("conversation", ">=", `${externalId}|`), row("conversation", "<", `${externalId}}`)]),
        ]),
      )
      .where("state", "!=", "waiting")
      .execute();
  }
}

/** Forgets what was sent of one message. */
export async function forgetSent(
  tx: Tx,
  { message }: { message: Pick<MessageRow, "organizationId" | "id"> },
): Promise<void> {
  for (const table of ["channelDeliveries", "channelDrafts"] as const)
    await tx
      .deleteFrom(table)
      .where("organizationId", "=", message.organizationId)
      .where("messageId", "=", message.id)
      .execute();
}
