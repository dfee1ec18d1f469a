import { maxContactNotes } from "../../../shared/contract/conversations/contacts/contacts.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { newId } from "../../database/ids.ts";
import type { Tx } from "../../database/store.ts";
import type { MemberCaller } from "../../requests/handle.ts";
import type { ConversationDeps } from "../deps.ts";
import type { ContactNoteRow } from "../tables.ts";
import { tellContact } from "../threads/tell.ts";
import { holdContact } from "./findContact.ts";
import type { ContactAddress } from "./findContact.ts";

type Author = Pick<MemberCaller, "userId" | "name">;
type Deps = Pick<ConversationDeps, "store" | "events" | "now">;

/** Writes down a note about a person. */
export function addNote(
  deps: Deps,
  address: ContactAddress,
  { author, content }: { author: Author; content: string },
): Promise<ContactNoteRow> {
  return deps.store.transaction(async (tx) => {
    const now = deps.now();
    const contact = await holdContact(tx, address);
    const { count } = await tx
      .selectFrom("contactNotes")
      .select((row) => row.fn.countAll<number>().as("count"))
      .where("organizationId", "=", address.organizationId)
      .where("contactId", "=", contact.id)
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxContactNotes) {
      throw new AppError("conflict", {
        message: `There are ${maxContactNotes} notes about this visitor. Delete one first.`,
      });
    }
    await tellContact(deps, tx, { ...address, now });
    return insertNote(tx, address, { author, content, now });
  });
}

/** Adds a note where the contact is held already. */
export async function insertNote(
  tx: Tx,
  { organizationId, agentId, contactId }: ContactAddress,
  { author, content, now }: { author: Author; content: string; now: number },
): Promise<ContactNoteRow> {
  return tx
    .insertInto("contactNotes")
    .values({
      ...{ organizationId, id: newId(now), agentId, contactId, content },
      ...{ authorId: author.userId, authorName: author.name, editedAt: null, createdAt: now },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export interface NoteAddress extends ContactAddress {
  contactNoteId: string;
}

/** Changes a note of the member's own. */
export function changeNote(
  deps: Deps,
  address: NoteAddress,
  { userId, content }: { userId: string; content: string },
): Promise<ContactNoteRow> {
  return deps.store.transaction(async (tx) => {
    const now = deps.now();
    const note = await holdNote(tx, address);
    if (note.authorId !== userId)
      throw new AppError("forbidden", { message: "Only its author can change a note." });
    if (note.content === content) return note;
    await tellContact(deps, tx, { ...address, now });
    return tx
      .updateTable("contactNotes")
      .set({ content, editedAt: now })
      .where("organizationId", "=", note.organizationId)
      .where("id", "=", note.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** Deletes a note of the member's own; a manager deletes others' too, also of who has left. */
export function dropNote(
  deps: Deps,
  address: NoteAddress,
  member: Pick<MemberCaller, "userId" | "may">,
): Promise<void> {
  return deps.store.transaction(async (tx) => {
    const note = await holdNote(tx, address);
    if (note.authorId !== member.userId && !member.may("conversations.manage"))
      throw new AppError("forbidden", { message: "Only its author and managers can delete a note." });
    await tellContact(deps, tx, { ...address, now: deps.now() });
    await tx
      .deleteFrom("contactNotes")
      .where("organizationId", "=", note.organizationId)
      .where("id", "=", note.id)
      .execute();
  });
}

async function holdNote(tx: Tx, { contactNoteId, ...address }: NoteAddress): Promise<ContactNoteRow> {
  const { id: contactId } = await holdContact(tx, address);
  const note = await tx
    .selectFrom("contactNotes")
    .selectAll()
    .where("organizationId", "=", address.organizationId)
    .where("id", "=", contactNoteId)
    .where("contactId", "=", contactId)
    .executeTakeFirst();
  if (!note) throw new AppError("not_found");
  return note;
}
