import { AppError } from "../../../shared/errors/errors.ts";
import { isUniqueViolation } from "../../database/faults.ts";
import { newId } from "../../database/ids.ts";
import type { Tx } from "../../database/store.ts";
import { checkTypes, hasSameFiles, takeOrRefuse } from "../files/attachments.ts";
import type { ConversationDeps, ThreadKey } from "../deps.ts";
import { findThread } from "../threads/find.ts";
import { changeThread } from "../threads/handOver.ts";
import type { Member } from "../threads/planChange.ts";
import type { MessageRow, ThreadRow } from "../tables.ts";
import type { NewMessage } from "./write.ts";
import type { Writer } from "../answers/writer.ts";
import { isFree } from "../threads/isFree.ts";

export interface Reply {
  key: ThreadKey;
  member: Member;
  clientId: string;
  content: string;
  /** Files of the member's own. */
  attachments: string[];
  /** The position behind the newest message that the member has seen; they are asked where a colleague replied since. */
  seenTo?: number | undefined;
  /** Its platform takes it at any time. */
  isTemplate?: boolean;
  /** Writes what belongs to the message, in its transaction. */
  inTransaction?: (tx: Tx, messageId: string) => Promise<void>;
}

/** Stores a person's reply, once however often it is repeated. A reply while the agent answers takes over. */
export async function sendTeamReply(
  deps: ConversationDeps,
  writer: Writer,
  reply: Reply,
): Promise<MessageRow> {
  const { key, member, clientId, content, attachments: ids, seenTo } = reply;
  const thread = await findThread(deps.store.db, key);
  const repeated = await findRepeated(deps, thread, reply);
  if (repeated) return repeated;
  const closed = reply.isTemplate ? null : await deps.findClosedWindow(deps.store.db, key);
  if (closed !== null) throw new AppError("contact_unreachable", { message: closed });
  const author = { authorId: member.userId, authorName: member.name };
  const sender = { organizationId: key.organizationId, agentId: key.agentId, authorId: member.userId };
  const types = await checkTypes(deps, sender, ids);
  const say = async (tx: Tx, { contactId }: ThreadRow): Promise<NewMessage> => {
    const id = newId(deps.now());
    const to = { messageId: id, contactId };
    const attachments = await takeOrRefuse(tx, { sender, ids, to, types });
    await reply.inTransaction?.(tx, id);
    return { role: "support", kind: "text", id, content, clientId, ...author, attachments };
  };
  try {
    // A colleague may help out in a conversation of another member: only the agent is paused.
    const taken = isFree(thread) && { handledBy: "human" as const };
    const changed = await changeThread(deps, writer, { key, member, ...taken, read: true, say, seenTo });
    const message = changed.messages.at(-1);
    if (!message) throw new Error("The reply was just added.");
    return message;
  } catch (error) {
    // Its files may have gone along with its twin, just now.
    const isDuplicate =
      isUniqueViolation(error) || (error instanceof AppError && error.code === "attachments_refused");
    const duplicate = isDuplicate ? await findRepeated(deps, thread, reply) : null;
    if (duplicate) return duplicate;
    throw error;
  }
}

async function findRepeated(
  { store }: ConversationDeps,
  thread: ThreadRow,
  { clientId, content, attachments }: Reply,
): Promise<MessageRow | null> {
  const row = await store.db
    .selectFrom("messages")
    .selectAll()
    .where("organizationId", "=", thread.organizationId)
    .where("contactId", "=", thread.contactId)
    // What was deleted since is an event.
    .where("role", "in", ["support", "system"])
    .where("clientId", "=", clientId)
    .executeTakeFirst();
  if (!row) return null;
  const isSame = row.content === content && hasSameFiles(row, attachments);
  if (!isSame || row.threadId !== thread.id || row.audience !== "all")
    throw new AppError("repeated_with_other_content");
  return row;
}
