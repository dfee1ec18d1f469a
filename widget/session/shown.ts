import type { Message } from "../../shared/contract/conversations/conversations.ts";
import type { ShownMessage } from "../../shared/frame/messages.ts";

/** A message as the page's code sees it. */
export function toShown({ id, threadId, role, content, createdAt }: Message): ShownMessage {
  return { id, conversationId: threadId, role, text: content, createdAt };
}
