import type { VisitorCaller } from "../../requests/handle.ts";
import { changeContact, lockContact } from "../contacts/contacts.ts";
import type { ConversationDeps } from "../deps.ts";
import { retryOnDuplicate } from "../messages/retryOnDuplicate.ts";

/** Keeps the address that an anonymous visitor left; of verified ones the site says it. */
export async function keepAddress(
  deps: Pick<ConversationDeps, "store" | "events" | "now">,
  { organizationId, agentId, contactId }: VisitorCaller,
  email: string,
): Promise<void> {
  const key = { organizationId, agentId, contactId, now: deps.now() };
  await retryOnDuplicate(() =>
    deps.store.transaction(async (tx) => {
      const before = await lockContact(tx, key);
      if (before.verified === 1 || before.blockedAt !== null || before.eraseAskedAt !== null) return;
      await changeContact(deps, tx, { key, before, changes: { email } });
    }),
  );
}
