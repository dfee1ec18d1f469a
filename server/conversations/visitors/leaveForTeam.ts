import type { VisitorCaller } from "../../requests/handle.ts";
import type { Writer } from "../answers/writer.ts";
import { changeContact, lockContact } from "../contacts/contacts.ts";
import type { ConversationDeps } from "../deps.ts";
import { acceptMessage } from "../messages/accept.ts";
import type { Accepted, SentMessage } from "../messages/accept.ts";
import { retryOnDuplicate } from "../messages/retryOnDuplicate.ts";
import { requestHandoff } from "../threads/handoff.ts";

/** Stores a message that the team answers, once however often it is repeated: its conversation waits in the inbox. */
export async function leaveForTeam(
  deps: ConversationDeps,
  writer: Writer,
  sent: SentMessage,
): Promise<Accepted> {
  const { newThreadId: _begun, ...message } = sent;
  const { caller, threadId, newThreadId, clientId, page, browser } = sent;
  const asked = { caller, threadId, newThreadId, clientId: `${clientId}.person`, page, browser };
  const thread = await requestHandoff(deps, writer, asked);
  return acceptMessage(deps, writer, { ...message, threadId: thread.id });
}

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
