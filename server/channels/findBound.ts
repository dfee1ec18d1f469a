import type { ChannelType } from "../../shared/domain/channels.ts";
import type { Db } from "../database/store.ts";
import type { ChannelDeliveryRow, ChannelThreadRow } from "./tables.ts";

/** A channel that a conversation is on. */
export type BoundRow = ChannelThreadRow & { type: ChannelType };

interface Place {
  organizationId: string;
  threadId: string;
}

/**
 * Selects where a conversation's messages went. After two merged contacts became two again, a channel of the other person's
 * is none of this conversation's.
 */
export function selectBound(db: Db, { organizationId, threadId }: Place) {
  return db
    .selectFrom("channelThreads as bound")
    .leftJoin("contactIdentities as identity", (join) =>
      join
        .onRef("identity.organizationId", "=", "bound.organizationId")
        .onRef("identity.agentId", "=", "bound.agentId")
        .onRef("identity.type", "=", "bound.type")
        .onRef("identity.externalId", "=", "bound.externalId"),
    )
    .leftJoin("threads as thread", (join) =>
      join
        .onRef("thread.organizationId", "=", "bound.organizationId")
        .onRef("thread.id", "=", "bound.threadId"),
    )
    .leftJoin("contacts as contact", (join) =>
      join
        .onRef("contact.organizationId", "=", "thread.organizationId")
        .onRef("contact.id", "=", "thread.contactId"),
    )
    .where("bound.organizationId", "=", organizationId)
    .where("bound.threadId", "=", threadId)
    .where(({ eb, fn, or, ref }) =>
      or([
        eb("identity.contactId", "is", null),
        // A message's channel is stored before its conversation.
        eb("thread.contactId", "is", null),
        eb("identity.contactId", "=", ref("thread.contactId")),
        // A visitor may leave an address from which another contact has written.
        eb(fn<string | null>("lower", ["contact.email"]), "=", ref("bound.externalId")),
      ]),
    );
}

/** Gives the channel by which replies go now, with what is known of whom they reach there; undefined without one. */
export async function findBound(db: Db, place: Place) {
  const bound = await selectBound(db, place)
    .select(["bound.type", "bound.externalId", "bound.address", "bound.lastReceivedAt as threadReceivedAt"])
    .select(["identity.name", "identity.optedOutAt", "identity.lastReceivedAt"])
    .orderBy("bound.fromPosition", "desc")
    .limit(1)
    .executeTakeFirst();
  const { type } = bound ?? { type: null };
  return bound && type !== null ? { ...bound, type } : undefined;
}

type Recipient = Pick<ChannelDeliveryRow, "organizationId" | "agentId" | "threadId" | "type"> & {
  externalId: string;
};

/** Whether somebody for whom a message was written is still its conversation's contact. */
export async function isOfContact(
  db: Db,
  { organizationId, agentId, threadId, type, externalId }: Recipient,
): Promise<boolean> {
  const thread = await db
    .selectFrom("threads")
    .innerJoin("contacts", (join) =>
      join
        .onRef("contacts.organizationId", "=", "threads.organizationId")
        .onRef("contacts.id", "=", "threads.contactId"),
    )
    .select(["threads.contactId", "contacts.email"])
    .where("threads.organizationId", "=", organizationId)
    .where("threads.id", "=", threadId)
    .executeTakeFirst();
  const identity = await db
    .selectFrom("contactIdentities")
    .select("contactId")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("type", "=", type)
    .where("externalId", "=", externalId)
    .executeTakeFirst();
  return (
    !thread ||
    !identity ||
    identity.contactId === thread.contactId ||
    thread.email?.toLowerCase() === externalId
  );
}
