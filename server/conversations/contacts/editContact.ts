import type { ContactChange } from "../../../shared/contract/conversations/contacts/contacts.ts";
import { mergeAttributes, readAttributes } from "../visitors/attributes.ts";
import { changeContact } from "./contacts.ts";
import type { ConversationDeps } from "../deps.ts";
import type { ContactRow } from "../tables.ts";
import { holdContact } from "./findContact.ts";
import type { ContactAddress } from "./findContact.ts";

/** Changes what is known of a person, as a member says it. More than fifty attributes are `invalid_input`. */
export function editContact(
  deps: Pick<ConversationDeps, "store" | "events" | "now">,
  address: ContactAddress,
  { attributes, ...told }: ContactChange,
): Promise<ContactRow> {
  return deps.store.transaction(async (tx) => {
    const before = await holdContact(tx, address);
    const changes = {
      ...told,
      ...(attributes && { attributes: JSON.stringify(mergeAttributes(readAttributes(before), attributes)) }),
    };
    await changeContact(deps, tx, { key: { ...address, now: deps.now() }, before, changes });
    return { ...before, ...changes };
  });
}
