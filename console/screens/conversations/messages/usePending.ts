import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { conversation } from "../../../state/conversations/threads/conversation.ts";
import { outbox } from "../../../state/conversations/messages/outbox.ts";
import type { UnsentReply } from "../../../state/conversations/messages/outbox.ts";

/** Gives the replies of a conversation that were not sent yet; one that shows as a message was. */
export function usePending(threadId: string): Snapshot<UnsentReply>[] {
  const { messages } = useSnapshot(conversation);
  const { replies } = useSnapshot(outbox);
  return replies.filter(
    (one) => one.threadId === threadId && !messages.some(({ clientId }) => clientId === one.clientId),
  );
}
