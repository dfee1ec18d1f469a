import { AppError } from "../../../shared/errors/errors.ts";
import type { MemberCaller, VisitorCaller } from "../../requests/handle.ts";
import { findContact } from "../contacts/findContact.ts";
import type { ConversationDeps } from "../deps.ts";
import { findMessage, findThread } from "./find.ts";

interface Named {
  productId: string;
  threadId: string;
  messageId?: string;
}

/** The visitor of a conversation as whom a program acts in it; what is not there is `not_found` to everybody alike. */
export async function actInThread(
  deps: Pick<ConversationDeps, "store">,
  caller: MemberCaller,
  { productId: agentId, threadId, messageId }: Named,
): Promise<VisitorCaller> {
  const { organizationId } = caller;
  const { db } = deps.store;
  const thread = await findThread(db, { organizationId, agentId, threadId });
  if (messageId !== undefined) await findMessage(db, thread, messageId);
  requireApiKey(caller);
  return actFor(deps, caller, { agentId, contactId: thread.contactId });
}

/** The visitor as whom a program acts; one whom the team takes nothing more from is refused here as at their own door. */
export async function actFor(
  { store }: Pick<ConversationDeps, "store">,
  { organizationId, sessionId }: Pick<MemberCaller, "organizationId" | "sessionId">,
  { agentId, contactId }: { agentId: string; contactId: string },
): Promise<VisitorCaller> {
  const { blockedAt, eraseAskedAt } = await findContact(store.db, { organizationId, agentId, contactId });
  if (blockedAt !== null) throw new AppError("visitor_blocked");
  if (eraseAskedAt !== null) throw new AppError("contact_unreachable", { message: isBeingErased });
  return {
    ...{ kind: "visitor", sessionId, organizationId, agentId, contactId, isBlocked: false },
    ...{ surfaceType: "api", preview: false, mustIdentify: false },
  };
}

const isBeingErased = "This visitor’s data is being erased. Nothing can be added now.";

/** No member puts words into a visitor's mouth. */
export function requireApiKey({ apiKeyId }: MemberCaller): void {
  if (apiKeyId !== undefined) return;
  throw new AppError("forbidden", {
    message: "Only a program with an API key brings what visitors write. Reply as yourself instead.",
  });
}
