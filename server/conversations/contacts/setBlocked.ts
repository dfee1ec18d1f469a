import type { Tx } from "../../database/store.ts";
import { changeContact } from "./contacts.ts";
import type { ConversationDeps } from "../deps.ts";
import type { ContactRow } from "../tables.ts";
import { lockThread } from "../threads/find.ts";
import { holdReplies } from "../messages/scheduled/hold.ts";
import { tell } from "../threads/tell.ts";
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
    if (isBlocked) await holdOfContact(deps, tx, { ...address, now });
    return { ...before, ...changes };
  });
}

/** What was to be said to them later waits for a person to decide. */
async function holdOfContact(
  deps: Pick<ConversationDeps, "events">,
  tx: Tx,
  { organizationId, agentId, contactId, now }: ContactAddress & { now: number },
): Promise<void> {
  const waiting = await tx
    .selectFrom("scheduledReplies")
    .innerJoin("threads", (join) =>
      join
        .onRef("threads.organizationId", "=", "scheduledReplies.organizationId")
        .onRef("threads.id", "=", "scheduledReplies.threadId"),
    )
    .select("threadId")
    .distinct()
    .where("scheduledReplies.organizationId", "=", organizationId)
    .where("threads.contactId", "=", contactId)
    .orderBy("threadId")
    .execute();
  for (const { threadId } of waiting) {
    const thread = await lockThread(tx, { organizationId, agentId, threadId });
    if (await holdReplies(deps, tx, { thread, because: "blocked", now }))
      await tell(deps, tx, { thread, audience: "team", now });
  }
}
