import type { Tx } from "../database/store.ts";
import type { ChannelThreadRow } from "./tables.ts";

/** Continues a conversation on a channel: its next messages go there. Earlier ones keep theirs. */
export async function goOnBy(tx: Tx, row: Omit<ChannelThreadRow, "fromPosition">): Promise<void> {
  const { organizationId, threadId, createdAt, ...kept } = row;
  const fromPosition = await findStart(tx, row);
  await tx
    .updateTable("channelThreads")
    .set({ fromPosition: null })
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .where("type", "!=", row.type)
    .where("fromPosition", ">=", fromPosition)
    .execute();
  await tx
    .insertInto("channelThreads")
    .values({ organizationId, threadId, ...kept, fromPosition, createdAt })
    .onConflict((conflict) =>
      conflict.columns(["organizationId", "threadId", "type"]).doUpdateSet({ ...kept, fromPosition }),
    )
    .execute();
}

/** The position from which on messages go there: the channel in use keeps its own. */
async function findStart(
  tx: Tx,
  { organizationId, threadId, type }: Pick<ChannelThreadRow, "organizationId" | "threadId" | "type">,
): Promise<number> {
  const current = await tx
    .selectFrom("channelThreads")
    .select(["type", "fromPosition"])
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .where("fromPosition", "is not", null)
    .orderBy("fromPosition", "desc")
    .limit(1)
    .executeTakeFirst();
  if (current?.type === type) return current.fromPosition ?? 0;
  const thread = await tx
    .selectFrom("threads")
    .select("nextPosition")
    .where("organizationId", "=", organizationId)
    .where("id", "=", threadId)
    .executeTakeFirst();
  return thread?.nextPosition ?? 0;
}
