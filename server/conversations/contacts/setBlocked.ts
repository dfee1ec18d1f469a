import { changeContact } from "../contacts.ts";
import type { ConversationDeps } from "../deps.ts";
import type { ContactRow } from "../tables.ts";
import { holdContact } from "./findContact.ts";
import type { ContactAddress } from "./findContact.ts";

/** Blocks a person, or lets them write again; what is so already stays as it is. */
export function setBlocked(
  deps: Pick<ConversationDeps, "store" | "events" | "now">,
  address: ContactAddress,
  isBlocked: boolean,
): Promise<ContactRow> {
  return deps.store.transaction(async (tx) => {
    const now = deps.now();
    const before = await holdContact(tx, address);
    const changes = { blockedAt: isBlocked ? (before.blockedAt ?? now) : null };
    await changeContact(deps, tx, { key: { ...address, now }, before, changes });
    return { ...before, ...changes };
  });
}
