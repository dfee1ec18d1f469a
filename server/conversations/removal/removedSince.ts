import type { Db } from "../../database/store.ts";
import type { ThreadKey } from "../deps.ts";

/**
 * Says whether a message of a conversation was deleted since a moment: what a model made of the words that were there then
 * may hold those that are gone.
 */
export async function isRemovedSince(
  db: Db,
  { organizationId, threadId }: Pick<ThreadKey, "organizationId" | "threadId">,
  since: number,
): Promise<boolean> {
  const removed = await db
    .selectFrom("messages")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .where("kind", "=", "event")
    .where("content", "=", "messageRemoved")
    .where("updatedAt", ">=", since)
    .limit(1)
    .executeTakeFirst();
  return removed !== undefined;
}
