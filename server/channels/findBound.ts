import type { Db } from "../database/store.ts";

/** Gives the channel by which a conversation goes on, with what is known of whom it is with there; undefined without one. */
export function findBound(
  db: Db,
  { organizationId, threadId }: { organizationId: string; threadId: string },
) {
  return db
    .selectFrom("channelThreads as bound")
    .leftJoin("contactIdentities as identity", (join) =>
      join
        .onRef("identity.organizationId", "=", "bound.organizationId")
        .onRef("identity.agentId", "=", "bound.agentId")
        .onRef("identity.type", "=", "bound.type")
        .onRef("identity.externalId", "=", "bound.externalId"),
    )
    .select(["bound.type", "bound.externalId", "bound.lastReceivedAt as threadReceivedAt"])
    .select(["identity.name", "identity.optedOutAt", "identity.lastReceivedAt"])
    .where("bound.organizationId", "=", organizationId)
    .where("bound.threadId", "=", threadId)
    .executeTakeFirst();
}
