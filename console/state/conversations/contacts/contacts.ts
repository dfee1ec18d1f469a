import type { BodyOf } from "../../../../shared/contract/call.ts";
import {
  addContactNote,
  blockContact,
  eraseContact,
  exportContact,
  getContact,
  listContactThreads,
  listContacts,
  mergeContact,
  removeContactNote,
  unblockContact,
  undoMerge,
  updateContact,
  updateContactNote,
} from "../../../../shared/contract/conversations/contacts/contacts.ts";
import type { Contact, ContactDetail } from "../../../../shared/contract/conversations/contacts/contacts.ts";
import type { Thread } from "../../../../shared/contract/conversations/conversations.ts";
import { client } from "../../platform/client.ts";
import type { AgentPlace } from "../../shell/paths.ts";
import { createResource, fill, load, resetUnlessOf } from "../../platform/resource.ts";
import type { Of } from "../../platform/resource.ts";
import type { Snapshot } from "valtio";

/** A contact as a screen reads it. */
export type ShownContact = Snapshot<ContactDetail>;

/** A person who wrote to an agent. */
export type ContactPlace = AgentPlace & { contactId: string };

/** The viewed contact: their details and latest conversations. */
export const contact = createResource<Of<{ detail: ContactDetail; threads: Thread[]; total: number }>>();

/** The most conversations of a person that are shown. */
const mostThreads = 25;

/** Finds people by a few words, for a choice among them. */
export async function findContacts({ orgId, agentId }: AgentPlace, search: string): Promise<Contact[]> {
  const query = { search, limit: 8 };
  return (await client.call(listContacts, { params: { orgId, productId: agentId }, query })).items;
}

/** Reads a person with their conversations. */
export async function loadContact(place: ContactPlace): Promise<void> {
  resetUnlessOf(contact, place.contactId);
  const params = paramsOf(place);
  await load(contact, async () => {
    const [{ data: detail }, { items: threads, page }] = await Promise.all([
      client.call(getContact, { params }),
      client.call(listContactThreads, { params, query: { limit: mostThreads } }),
    ]);
    return { detail, threads, total: page.total, of: place.contactId };
  });
}

/** Changes name, address or attributes. */
export async function changeContact(
  place: ContactPlace,
  change: BodyOf<typeof updateContact>["data"],
): Promise<void> {
  take(await client.call(updateContact, { params: paramsOf(place), body: { data: change } }));
}

/** Blocks a person, or lets them write again. */
export async function setBlocked(place: ContactPlace, isBlocked: boolean): Promise<void> {
  take(await client.call(isBlocked ? blockContact : unblockContact, { params: paramsOf(place) }));
}

/** Makes another person one with this one. */
export async function mergeInto(place: ContactPlace, otherId: string): Promise<void> {
  await client.call(mergeContact, { params: paramsOf(place), body: { data: { contactId: otherId } } });
  await loadContact(place);
}

/** Makes two people again of two that were made one. */
export async function undoMerging(place: ContactPlace, mergeId: string): Promise<void> {
  await client.call(undoMerge, { params: { ...paramsOf(place), mergeId } });
  await loadContact(place);
}

/** Gives the address at which all that is held about a person can be fetched. */
export async function findExport(place: ContactPlace): Promise<string> {
  return (await client.call(exportContact, { params: paramsOf(place) })).data.url;
}

/** Begins to erase what is held about a person. */
export async function erase(place: ContactPlace): Promise<void> {
  take(await client.call(eraseContact, { params: paramsOf(place), query: { confirmed: "true" } }));
}

/** Writes down a note. */
export async function addNote(place: ContactPlace, content: string): Promise<void> {
  const body = { data: { content } };
  const { data: note } = await client.call(addContactNote, { params: paramsOf(place), body });
  changeNotes(place, (notes) => [note, ...notes]);
}

/** Changes a note of one's own. */
export async function changeNote(place: ContactPlace, noteId: string, content: string): Promise<void> {
  const params = { ...paramsOf(place), contactNoteId: noteId };
  const { data: note } = await client.call(updateContactNote, { params, body: { data: { content } } });
  changeNotes(place, (notes) => notes.map((one) => (one.id === noteId ? note : one)));
}

/** Deletes a note of one's own. */
export async function removeNote(place: ContactPlace, noteId: string): Promise<void> {
  await client.call(removeContactNote, { params: { ...paramsOf(place), contactNoteId: noteId } });
  changeNotes(place, (notes) => notes.filter(({ id }) => id !== noteId));
}

type Notes = ContactDetail["notes"];

function changeNotes({ contactId }: ContactPlace, change: (notes: Notes) => Notes): void {
  const { data } = contact;
  if (data?.of === contactId) data.detail.notes = change(data.detail.notes);
}

function take({ data: detail }: { data: ContactDetail }): void {
  const { data } = contact;
  if (data?.of === detail.id) fill(contact, { ...data, detail });
}

function paramsOf({ orgId, agentId, contactId }: ContactPlace) {
  return { orgId, productId: agentId, contactId };
}
