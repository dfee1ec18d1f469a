import type { BodyOf } from "../../../../shared/contract/call.ts";
import { initiateChat } from "../../../../shared/contract/conversations/threads/initiateChat.ts";
import { client } from "../../platform/client.ts";
import type { ContactPlace } from "../contacts/contacts.ts";

/** Begins a conversation with a person by a surface; gives its id. Once however often it is sent with this clientId. */
export async function beginConversation(
  { orgId, agentId, contactId }: ContactPlace,
  surfaceType: string,
  message: Omit<BodyOf<typeof initiateChat>["data"], "contactId">,
): Promise<string> {
  const params = { orgId, productId: agentId, surfaceType };
  const { data } = await client.call(initiateChat, { params, body: { data: { contactId, ...message } } });
  return data.thread.id;
}
