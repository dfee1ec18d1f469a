import type { Db } from "../database/store.ts";

/** Gives the channel by which replies go now, with what is known of whom they reach there; undefined without one. */
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
    .select(["bound.type", "bound.externalId", "bound.address", "bound.lastReceivedAt as threadReceivedAt"])
    .select(["identity.name", "identity.optedOutAt", "identity.lastReceivedAt"])
    .where("bound.organizationId", "=", organizationId)
    .where("bound.threadId", "=", threadId)
    .where("bound.fromPosition", "is not", null)
    .orderBy("bound.fromPosition", "desc")
    .limit(1)
    .executeTakeFirst();
}
