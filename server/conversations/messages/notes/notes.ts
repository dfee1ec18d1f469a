import type { EventAbout } from "../../../../shared/contract/conversations/conversations.ts";
import type { Mentioned } from "../../../../shared/contract/conversations/messages/notes.ts";
import { AppError } from "../../../../shared/errors/errors.ts";
import type { Tx } from "../../../database/store.ts";
import { newId } from "../../../database/ids.ts";
import type { MemberCaller } from "../../../requests/handle.ts";
import { checkTypes, hasSameFiles, refuseNothing, takeOrRefuse } from "../../files/attachments.ts";
import { removeAttachments } from "../../files/attachmentSweep.ts";
import { changedAt } from "../changedAt.ts";
import { runWithHalt } from "../../threads/haltAnswers.ts";
import type { ConversationDeps, ThreadKey } from "../../deps.ts";
import { lockThread } from "../../threads/find.ts";
import { endStreaming } from "../../threads/handOver.ts";
import type { Member } from "../../threads/planChange.ts";
import { forgetLater } from "../../threads/removal/forgetCopies.ts";
import { forgetReceipts } from "../../threads/removal/forgetReceipts.ts";
import { indexMessages, unindexMessages } from "../search/messageIndex.ts";
import type { MessageRow, ThreadRow } from "../../tables.ts";
import { isForAgent } from "./agentNotes.ts";
import { findMentioned, keepMentions } from "./mentions.ts";
import { tell } from "../../threads/tell.ts";
import { retryOnDuplicate } from "../retryOnDuplicate.ts";
import { addMessages } from "../write.ts";
import type { Writer } from "../../answers/writer.ts";

export interface NewNote {
  key: ThreadKey;
  member: Member;
  clientId: string;
  content: string;
  /** Files of the member's own. */
  attachments: string[];
  mentions: Mentioned;
}

/** Stores a note among the team and tells whom it names, once however often it is repeated. The thread stays as it is. */
export async function writeNote(deps: ConversationDeps, note: NewNote): Promise<MessageRow> {
  const { key, member, clientId, content, attachments: ids } = note;
  const sender = { organizationId: key.organizationId, agentId: key.agentId, authorId: member.userId };
  const types = await checkTypes(deps, sender, ids);
  return retryOnDuplicate(() =>
    deps.store.transaction(async (tx) => {
      const thread = await lockThread(tx, key);
      const repeated = await findRepeated(tx, thread, note);
      if (repeated) return repeated;
      const now = deps.now();
      const named = await findNamed(tx, note);
      const said = { role: "support", kind: "text", audience: "team" } as const;
      const author = { authorId: member.userId, authorName: member.name };
      const id = newId(now);
      const to = { messageId: id, contactId: thread.contactId };
      const attachments = await takeOrRefuse(tx, { sender, ids, to, types });
      const messages = [{ ...said, ...author, id, content, attachments, clientId, about: named.about }];
      const added = await addMessages(deps, tx, { thread, messages, now });
      const [row] = added.messages;
      if (!row) throw new Error("The note was just added.");
      await keepMentions(tx, row, { userIds: named.userIds, now });
      return row;
    }),
  );
}

async function findNamed(
  tx: Tx,
  { key, member, mentions }: Pick<NewNote, "key" | "member" | "mentions">,
): Promise<{ about: string | null; userIds: string[] }> {
  const asked = { organizationId: key.organizationId, authorId: member.userId, mentioned: mentions };
  const named = await findMentioned(tx, asked);
  const about = named.mentions.length > 0 ? JSON.stringify({ mentions: named.mentions }) : null;
  return { about, userIds: named.userIds };
}

async function findRepeated(
  tx: Tx,
  { organizationId, contactId, id: threadId }: ThreadRow,
  { clientId, content, attachments }: NewNote,
): Promise<MessageRow | undefined> {
  const row = await tx
    .selectFrom("messages")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("contactId", "=", contactId)
    .where("role", "=", "support")
    .where("clientId", "=", clientId)
    .executeTakeFirst();
  if (!row) return undefined;
  // A reply with the same id is none: what was meant for the team must not pass for sent.
  const isOther = row.audience !== "team" || row.threadId !== threadId || !hasSameFiles(row, attachments);
  if (isOther || (row.content !== content && row.editedAt === null))
    throw new AppError("repeated_with_other_content");
  return row;
}

export interface NoteWanted {
  key: ThreadKey;
  member: Member;
  noteId: string;
}

/** Changes what a note says and whom it names; only its author may. */
export async function changeNote(
  deps: ConversationDeps,
  { content, mentions, ...wanted }: NoteWanted & Pick<NewNote, "content" | "mentions">,
): Promise<MessageRow> {
  return deps.store.transaction(async (tx) => {
    const { thread, note } = await lockNote(tx, wanted);
    if (note.authorId !== wanted.member.userId)
      throw new AppError("forbidden", { message: "Only its author can change a note." });
    if (note.content === content) return note;
    refuseNothing(note, content);
    const now = deps.now();
    const { about: named, userIds } = await findNamed(tx, { ...wanted, mentions });
    const about = keepForAgent(note, named);
    const changed = await updateNote(tx, note, {
      content,
      about,
      editedAt: now,
      updatedAt: changedAt(note, now),
    });
    await keepMentions(tx, changed, { userIds, now });
    await indexMessages(tx, [changed]);
    await tell(deps, tx, { thread, messages: [changed], audience: "team", now });
    return changed;
  });
}

/** A note to the agent stays one, whatever it says and mentions. */
function keepForAgent(note: MessageRow, named: string | null): string | null {
  if (!isForAgent(note)) return named;
  const about: EventAbout = { ...(JSON.parse(named ?? "{}") as EventAbout), forAgent: true }; // written by findNamed
  return JSON.stringify(about);
}

interface NoteToDrop extends NoteWanted {
  member: Member & Pick<MemberCaller, "may">;
}

/**
 * Deletes what a note said, and its files; its author may, and managers: of who has left, too. Its place is kept by an
 * event of the member who deleted it, so that no position is missing. Where the agent was told of it, an answer that is
 * being written ends.
 */
export async function dropNote(
  deps: ConversationDeps,
  writer: Writer,
  wanted: NoteToDrop,
): Promise<MessageRow> {
  const { userId: authorId, name: authorName, may } = wanted.member;
  return runWithHalt(deps, writer, async (tx, halt) => {
    const { thread, note } = await lockNote(tx, wanted);
    if (note.authorId !== authorId && !may("conversations.manage"))
      throw new AppError("forbidden", { message: "Only its author and managers can delete a note." });
    const now = deps.now();
    if (isForAgent(note)) {
      await endStreaming(deps, tx, { thread, halted: halt(thread.id), now });
      await forgetReceipts(tx, note);
    }
    const event = { role: "system", kind: "event", content: "noteRemoved", attachments: "[]" } as const;
    const gone = { ...event, authorId, authorName };
    await removeAttachments(deps, tx, { organizationId: note.organizationId, messageId: note.id });
    const changed = await updateNote(tx, note, {
      ...gone,
      about: null,
      editedAt: null,
      updatedAt: changedAt(note, now),
    });
    await keepMentions(tx, changed, { userIds: [], now });
    const { organizationId, id: messageId } = note;
    await unindexMessages(tx, { organizationId, messageId });
    await deps.forgetMessage(tx, { thread, message: changed });
    await tell(deps, tx, { thread, messages: [changed], audience: "team", isRemoved: true, now });
    await forgetLater(deps, tx, { organizationId, ids: [messageId, thread.id] });
    return changed;
  });
}

async function lockNote(tx: Tx, { key, noteId }: Pick<NoteWanted, "key" | "noteId">) {
  const thread = await lockThread(tx, key);
  const note = await tx
    .selectFrom("messages")
    .selectAll()
    .where("organizationId", "=", thread.organizationId)
    .where("id", "=", noteId)
    .where("threadId", "=", thread.id)
    .where("audience", "=", "team")
    .where("kind", "=", "text")
    .executeTakeFirst();
  if (!note) throw new AppError("not_found");
  return { thread, note };
}

async function updateNote(
  tx: Tx,
  { organizationId, id }: MessageRow,
  changes: Partial<MessageRow>,
): Promise<MessageRow> {
  return tx
    .updateTable("messages")
    .set(changes)
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
