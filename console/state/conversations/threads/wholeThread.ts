import type { Message } from "../../../../shared/contract/conversations/conversations.ts";
import { listMessages } from "../../../../shared/contract/conversations/threads/threads.ts";
import { client } from "../../platform/client.ts";
import type { ThreadPlace } from "./conversation.ts";

const pageLength = 100;

/** Reads all that was said in a conversation, oldest first, whatever of it shows. */
export async function readWholeThread({ orgId, agentId, threadId }: ThreadPlace): Promise<Message[]> {
  const params = { orgId, productId: agentId, threadId };
  const messages: Message[] = [];
  for (;;) {
    const before = messages[0]?.position;
    const query = { limit: pageLength, ...(before !== undefined && { before }) };
    const { items, hasMore } = await client.call(listMessages, { params, query });
    messages.unshift(...items);
    if (!hasMore || items.length === 0) return messages;
  }
}
