import { AppError } from "../../shared/errors/errors.ts";
import { isUniqueViolation } from "../database/faults.ts";
import type { ConversationDeps, ThreadKey } from "./deps.ts";
import { findThread } from "./find.ts";
import { changeThread } from "./handOver.ts";
import { isFree } from "./planChange.ts";
import type { Member } from "./planChange.ts";
import type { MessageRow, ThreadRow } from "./tables.ts";
import type { Writer } from "./writer.ts";

export interface Reply {
  key: ThreadKey;
  member: Member;
  clientId: string;
  content: string;
  /** The position behind the newest message that the member has seen; they are asked where a colleague replied since. */
  seenTo?: number | undefined;
}

/** Stores a person's reply, once however often it is repeated. Who replies where the agent answers takes over. */
export async function sendPersonsReply(
  deps: ConversationDeps,
  writer: Writer,
  reply: Reply,
): Promise<MessageRow> {
  const { key, member, clientId, content, seenTo } = reply;
  const thread = await findThread(deps.store.db, key);
  const repeated = await findRepeated(deps, thread, reply);
  if (repeated) return repeated;
  const say = {
    role: "support" as const,
    kind: "text" as const,
    content,
    clientId,
    authorId: member.userId,
    authorName: member.name,
  };
  try {
    // A colleague may help out in a conversation that somebody else has: only an agent is silenced.
    const taken = isFree(thread) && { handledBy: "human" as const };
    const changed = await changeThread(deps, writer, { key, member, ...taken, read: true, say, seenTo });
    const message = changed.messages.at(-1);
    if (!message) throw new Error("The reply was just added.");
    return message;
  } catch (error) {
    const twin = isUniqueViolation(error) ? await findRepeated(deps, thread, reply) : null;
    if (twin) return twin;
    throw error;
  }
}

async function findRepeated(
  { store }: ConversationDeps,
  thread: ThreadRow,
  { clientId, content }: Reply,
): Promise<MessageRow | null> {
  const row = await store.db
    .selectFrom("messages")
    .selectAll()
    .where("organizationId", "=", thread.organizationId)
    .where("contactId", "=", thread.contactId)
    .where("role", "=", "support")
    .where("clientId", "=", clientId)
    .executeTakeFirst();
  if (!row) return null;
  if (row.content !== content || row.threadId !== thread.id || row.audience !== "all")
    throw new AppError("repeated_with_other_content");
  return row;
}
