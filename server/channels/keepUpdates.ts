import { newId } from "../database/ids.ts";
import type { Tx } from "../database/store.ts";
import type { ChannelDeps, ChannelKey } from "./deps.ts";
import type { Update } from "./kind.ts";
import { readingKind } from "./readUpdates.ts";

/**
 * Stores what a provider sent, each update once however often it comes, and puts its reading into line. What is stored may be
 * acknowledged. Gives how many were new.
 */
export async function keepUpdates(
  { jobs, now }: Pick<ChannelDeps, "jobs" | "now">,
  tx: Tx,
  { organizationId, agentId, type, updates }: ChannelKey & { updates: readonly Update[] },
): Promise<number> {
  if (updates.length === 0) return 0;
  const at = now();
  const rows = updates.map((update) => ({
    ...{ organizationId, agentId, type, id: newId(at), updateKey: update.key.slice(0, 300) },
    ...{ conversation: update.conversation.slice(0, 300), at: update.at, body: JSON.stringify(update.body) },
    ...{ state: "waiting" as const, jobId: null, note: null, attempts: 0, createdAt: at },
  }));
  const added = await tx
    .insertInto("channelUpdates")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(["id", "conversation"])
    .execute();
  if (added.length === 0) return 0;
  // One reads a whole conversation. Its key is the update's own: a job that is about to end would not see this one.
  const conversations = new Map(added.map(({ id, conversation }) => [conversation, id]));
  for (const [conversation, key] of conversations)
    await jobs.enqueue(tx, {
      ...{ organizationId, kind: readingKind(type), key },
      payload: { agentId, type, conversation },
    });
  await tx
    .updateTable("channels")
    .set({ lastReceivedAt: at })
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("type", "=", type)
    .execute();
  return added.length;
}
