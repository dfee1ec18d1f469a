import type { Db } from "../database/store.ts";

interface Place {
  organizationId: string;
  threadId: string;
}

/**
 * Selects the channels that a conversation was on. After two merged contacts became two again, a channel of the other person's
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
export function findBound(db: Db, place: Place) {
  return selectBound(db, place)
    .select(["bound.type", "bound.externalId", "bound.address", "bound.lastReceivedAt as threadReceivedAt"])
    .select(["identity.name", "identity.optedOutAt", "identity.lastReceivedAt"])
    .where("bound.fromPosition", "is not", null)
    .orderBy("bound.fromPosition", "desc")
    .limit(1)
    .executeTakeFirst();
}
