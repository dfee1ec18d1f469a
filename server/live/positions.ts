import type { Tx } from "../database/store.ts";
import type { LiveFollowerRow } from "./tables.ts";

type Key = Omit<LiveFollowerRow, "number">;

/** Moves a position that is still where it was read; gives whether it was. */
export async function movePosition(
  tx: Tx,
  { organizationId, follower, subscriberId, agentId, after, number }: LiveFollowerRow & { after: number },
): Promise<boolean> {
  await tx
    .insertInto("liveFollowers")
    .values({ organizationId, follower, subscriberId, agentId, number: 0 })
    .onConflict((row) => row.doNothing())
    .execute();
  const { numUpdatedRows } = await tx
    .updateTable("liveFollowers")
    .set({ number })
    .where("organizationId", "=", organizationId)
    .where("follower", "=", follower)
    .where("subscriberId", "=", subscriberId)
    .where("agentId", "=", agentId)
    .where("number", "=", after)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Has a subscriber begin with what happens from now on, in every agent that there is. */
export async function beginNow(
  tx: Tx,
  { organizationId, follower, subscriberId }: Omit<Key, "agentId">,
): Promise<void> {
  const counters = await tx
    .selectFrom("liveCounters")
    .select(["agentId", "last"])
    .where("organizationId", "=", organizationId)
    .execute();
  for (const { agentId, last: number } of counters) {
    await tx
      .insertInto("liveFollowers")
      .values({ organizationId, follower, subscriberId, agentId, number })
      .onConflict((row) =>
        row.columns(["organizationId", "follower", "subscriberId", "agentId"]).doUpdateSet({ number }),
      )
      .execute();
  }
}

/** Deletes the positions of one subscriber, or of all subscribers in one agent. */
export async function forgetPositions(
  tx: Tx,
  { organizationId, follower, subscriberId, agentId }: ForgottenPositions,
): Promise<void> {
  await tx
    .deleteFrom("liveFollowers")
    .where("organizationId", "=", organizationId)
    .where("follower", "=", follower)
    .$if(subscriberId !== undefined, (query) => query.where("subscriberId", "=", subscriberId ?? ""))
    .$if(agentId !== undefined, (query) => query.where("agentId", "=", agentId ?? ""))
    .execute();
}

type ForgottenPositions = Pick<Key, "organizationId" | "follower"> &
  ({ subscriberId: string; agentId?: undefined } | { agentId: string; subscriberId?: undefined });
