import type { Tx } from "../database/store.ts";
import type { ChannelThreadRow } from "./tables.ts";

type Place = Omit<ChannelThreadRow, "fromPosition">;

/** Continues a conversation on a channel, or in its chat: its next messages go there. Earlier ones go where they would have gone. */
export async function goOnBy(tx: Tx, place: Place): Promise<void> {
  const { organizationId, threadId, agentId, createdAt, ...kept } = place;
  const fromPosition = await findStart(tx, place);
  await tx
    .insertInto("channelThreads")
    .values({ organizationId, threadId, fromPosition, agentId, ...kept, createdAt })
    .onConflict((conflict) =>
      conflict.columns(["organizationId", "threadId", "fromPosition"]).doUpdateSet(kept),
    )
    .execute();
}

/** The position from which on messages go there: the place in use keeps its own. */
async function findStart(tx: Tx, { organizationId, threadId, type, externalId }: Place): Promise<number> {
  const current = await tx
    .selectFrom("channelThreads")
    .select(["type", "externalId", "fromPosition"])
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .orderBy("fromPosition", "desc")
    .limit(1)
    .executeTakeFirst();
  if (current?.type === type && current.externalId === externalId) return current.fromPosition;
  const thread = await tx
    .selectFrom("threads")
    .select("nextPosition")
    .where("organizationId", "=", organizationId)
    .where("id", "=", threadId)
    .executeTakeFirst();
  return thread?.nextPosition ?? 0;
}
