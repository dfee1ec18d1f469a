import { listContactAtOtherAgents } from "../../../../shared/contract/conversations/contacts/contactAtOtherAgents.ts";
import type { ContactAtOtherAgents } from "../../../../shared/contract/conversations/contacts/contactAtOtherAgents.ts";
import { client } from "../../platform/client.ts";
import type { ContactPlace } from "./contacts.ts";
import { createResource, load, resetUnlessOf } from "../../platform/resource.ts";
import type { Of } from "../../platform/resource.ts";

/** The viewed person's contacts at other agents. */
export const elsewhere = createResource<Of<{ items: ContactAtOtherAgents[] }>>();

/** Reads with which other agents a person talks. */
export async function loadContactAtOtherAgents({ orgId, agentId, contactId }: ContactPlace): Promise<void> {
  resetUnlessOf(elsewhere, contactId);
  await load(elsewhere, async () => {
    const params = { orgId, productId: agentId, contactId };
    return { of: contactId, items: (await client.call(listContactAtOtherAgents, { params })).data };
  });
}
