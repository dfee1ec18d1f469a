import { listContactElsewhere } from "../../shared/contract/contactElsewhere.ts";
import type { ContactElsewhere } from "../../shared/contract/contactElsewhere.ts";
import { client } from "./client.ts";
import type { ContactPlace } from "./contacts.ts";
import { createResource, load, resetUnlessOf } from "./resource.ts";
import type { Of } from "./resource.ts";

/** The person who is looked at, at other agents. */
export const elsewhere = createResource<Of<{ items: ContactElsewhere[] }>>();

/** Reads with which other agents a person talks. */
export async function loadElsewhere({ orgId, agentId, contactId }: ContactPlace): Promise<void> {
  resetUnlessOf(elsewhere, contactId);
  await load(elsewhere, async () => {
    const params = { orgId, productId: agentId, contactId };
    return { of: contactId, items: (await client.call(listContactElsewhere, { params })).data };
  });
}
