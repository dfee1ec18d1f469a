import type { ContactFilter } from "../../../../shared/contract/conversations/contacts/contactFilter.ts";
import { exportContacts } from "../../../../shared/contract/conversations/exports/contactExports.ts";
import type { ContactsExport } from "../../../../shared/contract/conversations/exports/contactExports.ts";
import { listContacts } from "../../../../shared/contract/conversations/contacts/contacts.ts";
import type { Contact } from "../../../../shared/contract/conversations/contacts/contacts.ts";
import { client } from "../../platform/client.ts";
import type { AgentPlace } from "../../shell/paths.ts";
import { createResource, load, resetUnlessOf } from "../../platform/resource.ts";
import type { Of } from "../../platform/resource.ts";

interface ContactList {
  /** Which list it is: to another one nothing is added. */
  name: string;
  items: Contact[];
  total: number;
  /** What the next ones begin with; null where the list ends. */
  next: string | null;
}

/** An agent's people, who was there last first, as far as they were read. */
export const contacts = createResource<Of<ContactList>>();

/** How many are read at a time. */
const atOnce = 50;

/** Reads the first ones; further ones that were read before stay, where the first ones lead to them. */
export async function loadContacts(place: AgentPlace, filter: ContactFilter): Promise<void> {
  resetUnlessOf(contacts, place.agentId);
  await load(contacts, async () => {
    const read = await readFrom("", place, filter);
    const { data } = contacts;
    return data?.name === read.name ? withOlder(read, data) : read;
  });
}

/** Reads the next ones. */
export async function loadMoreContacts(place: AgentPlace, filter: ContactFilter): Promise<void> {
  const before = contacts.data;
  if (!before || before.next === null) return;
  const { items, ...read } = await readFrom(before.next, place, filter);
  const { data } = contacts;
  if (data?.name !== read.name || data.next !== before.next) return;
  const known = new Set(data.items.map(({ id }) => id));
  contacts.data = { ...read, items: [...data.items, ...items.filter(({ id }) => !known.has(id))] };
}

/** Gives the address from which the browser saves people. */
export async function askForContacts(place: AgentPlace, data: ContactsExport): Promise<string> {
  return (await client.call(exportContacts, { params: paramsOf(place), body: { data } })).data.url;
}

async function readFrom(cursor: string, place: AgentPlace, filter: ContactFilter): Promise<Of<ContactList>> {
  const query = { ...filter, cursor, limit: atOnce };
  const { items, page, next = null } = await client.call(listContacts, { params: paramsOf(place), query });
  return { of: place.agentId, name: JSON.stringify(filter), items, total: page.total, next };
}

/** What was read below the last of the first ones; nothing where that one was not there, so that nobody is passed by. */
function withOlder(first: Of<ContactList>, before: ContactList): Of<ContactList> {
  const last = first.items.at(-1);
  const seam = before.items.findIndex(
    ({ id, lastSeenAt }) => id === last?.id && lastSeenAt === last.lastSeenAt,
  );
  if (first.next === null || seam < 0) return first;
  const shown = new Set(first.items.map(({ id }) => id));
  const older = before.items.slice(seam + 1).filter(({ id }) => !shown.has(id));
  return older.length > 0 ? { ...first, items: [...first.items, ...older], next: before.next } : first;
}

function paramsOf({ orgId, agentId }: AgentPlace) {
  return { orgId, productId: agentId };
}
