import type { AgentKey } from "../../agents/parts.ts";
import type { Db, Tx } from "../../database/store.ts";
import { lockThread } from "../../conversations/threads/find.ts";
import type { ThreadKey } from "../../conversations/deps.ts";

type Muting = ThreadKey & { userId: string };

/** Gives the conversations of an agent that a member muted. */
export async function listMuted(
  db: Db,
  { organizationId, agentId, userId }: AgentKey & { userId: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom("mutedThreads")
    .select("threadId")
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .where("agentId", "=", agentId)
    .orderBy("threadId")
    .execute();
  return rows.map(({ threadId }) => threadId);
}

/** How many a member has of an agent, for the console reads them all: one more ends the oldest. */
const mostMuted = 1000;

/** Mutes a conversation for a member; the thread is held, so that nothing of one that is deleted meanwhile stays. */
export async function mute(tx: Tx, muting: Muting & { now: number }): Promise<void> {
  const { organizationId, agentId, threadId, userId, now } = muting;
  await lockThread(tx, muting);
  await tx
    .insertInto("mutedThreads")
    .values({ organizationId, agentId, threadId, userId, createdAt: now })
    .onConflict((row) => row.doNothing())
    .execute();
  await tx
    .deleteFrom("mutedThreads")
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .where("agentId", "=", agentId)
    .where("threadId", "not in", (inner) =>
      inner
        .selectFrom("mutedThreads")
        .select("threadId")
        .where("organizationId", "=", organizationId)
        .where("userId", "=", userId)
        .where("agentId", "=", agentId)
        .orderBy("createdAt", "desc")
        .orderBy("threadId", "desc")
        .limit(mostMuted),
    )
    .execute();
}

export async function unmute(db: Db, { organizationId, threadId, userId }: Muting): Promise<void> {
  await db
    .deleteFrom("mutedThreads")
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .where("userId", "=", userId)
    .execute();
}

export async function isMuted(
  db: Db,
  { organizationId, threadId, userId }: Omit<Muting, "agentId">,
): Promise<boolean> {
  const row = await db
    .selectFrom("mutedThreads")
    .select("threadId")
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .where("userId", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}
