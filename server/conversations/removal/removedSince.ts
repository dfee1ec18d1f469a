import type { Db } from "../../database/store.ts";
import type {} from "../../live/tables.ts";
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

export interface Ended {
  organizationId: string;
  /** Of conversations, messages and people. */
  ids: ReadonlySet<string>;
  /** A moment, or an event of an agent. */
  since: { at: number } | { agentId: string; number: number };
}

/**
 * Says whether one of these, or a message of one of these conversations, was deleted since: what was read of it before may
 * not be kept any more.
 */
export async function isEndedSince(db: Db, { organizationId, ids, since }: Ended): Promise<boolean> {
  const told = db
    .selectFrom("liveEvents")
    .select(["threadId", "contactId", "payload"])
    .where("organizationId", "=", organizationId)
    .where((row) => row.or([row("kind", "=", "threadGone"), row("payload", "like", '%.deleted"%')]));
  const rows = await (
    "at" in since
      ? told.where("createdAt", ">=", since.at)
      : told.where("agentId", "=", since.agentId).where("number", ">", since.number)
  ).execute();
  return rows.some(({ threadId, contactId, payload }) => {
    const { messageId } = JSON.parse(payload) as { messageId?: string }; // written by tell
    return [threadId, contactId, messageId].some((id) => typeof id === "string" && ids.has(id));
  });
}
