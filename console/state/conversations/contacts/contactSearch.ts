import { listContacts } from "../../../../shared/contract/conversations/contacts/contacts.ts";
import type { Contact } from "../../../../shared/contract/conversations/contacts/contacts.ts";
import { client } from "../../platform/client.ts";
import type { AgentPlace } from "../../shell/paths.ts";
import { createResource, load, reset } from "../../platform/resource.ts";
import type { Of } from "../../platform/resource.ts";

interface FoundContacts {
  items: Contact[];
  total: number;
}

/** The people whom the words that are searched for name, who was there last first. */
export const foundPeople = createResource<Of<FoundContacts>>();

/** How many people are listed above what was said, and how many once somebody wants more of them. */
export const fewPeople = 3;
export const manyPeople = 50;

/** Names a search for people, so that what another one found is told apart. */
export function namePeopleSearch({ agentId }: AgentPlace, search: string): string {
  return `${agentId} ${search}`;
}

/** Searches an agent's people; of the same words what was found stays while more is read. */
export async function findPeople(place: AgentPlace, search: string, limit: number): Promise<void> {
  const of = namePeopleSearch(place, search);
  if (foundPeople.data && foundPeople.data.of !== of) reset(foundPeople);
  await load(foundPeople, async () => {
    const params = { orgId: place.orgId, productId: place.agentId };
    const { items, page } = await client.call(listContacts, { params, query: { search, limit } });
    return { of, items, total: page.total };
  });
}

/** Gives the first few of an agent's people whom a text names. */
export async function findContacts({ orgId, agentId }: AgentPlace, search: string): Promise<Contact[]> {
  const params = { orgId, productId: agentId };
  return (await client.call(listContacts, { params, query: { search, limit: 5 } })).items;
}
