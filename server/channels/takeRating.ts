import type { ChannelDeps, ChannelKey } from "./deps.ts";
import type { Reading } from "./kind.ts";

type Rating = Extract<Reading, { kind: "rating" }>;

/** Keeps what somebody thinks of an answer that they got by a channel; gives why it doesn't count, null where it does. */
export async function takeRating(
  { store, rate }: Pick<ChannelDeps, "store" | "rate">,
  { organizationId, agentId, type }: ChannelKey,
  { sender, platformId, value }: Rating,
): Promise<string | null> {
  const rated = await store.db
    .selectFrom("channelDeliveries as delivery")
    .innerJoin("contactIdentities as identity", (join) =>
      join
        .onRef("identity.organizationId", "=", "delivery.organizationId")
        .onRef("identity.agentId", "=", "delivery.agentId")
        .onRef("identity.type", "=", "delivery.type")
        .onRef("identity.externalId", "=", "delivery.externalId"),
    )
    .select(["delivery.threadId", "delivery.messageId", "identity.contactId", "identity.externalId"])
    .where("delivery.organizationId", "=", organizationId)
    .where("delivery.agentId", "=", agentId)
    .where("delivery.type", "=", type)
    .where("delivery.platformId", "=", platformId)
    .executeTakeFirst();
  if (!rated) return "A rating of a message that isn't ours.";
  // In a channel others read the answer, too, and it is not their conversation.
  if (rated.externalId !== sender.id) return "Only the person who asked can rate this answer.";
  const { threadId, messageId, contactId } = rated;
  await rate({
    wanted: { organizationId, agentId, threadId, contactId },
    ...{ messageId, feedback: { value, reason: null, text: "" } },
  });
  return null;
}
