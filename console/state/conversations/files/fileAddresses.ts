import { subscribe } from "valtio";
import { keepAddresses } from "../../../../shared/client/keepAddresses.ts";
import { listMessages } from "../../../../shared/contract/conversations/threads/threads.ts";
import { listScheduledReplies } from "../../../../shared/contract/conversations/messages/scheduledReplies.ts";
import { client } from "../../platform/client.ts";
import { conversation, paramsOf } from "../threads/conversation.ts";
import type { ThreadPlace } from "../threads/conversation.ts";
import { scheduledReplies } from "../messages/scheduledReplies.ts";

/**
 * Keeps the addresses of files good, those of the open conversation and of the replies that wait for their time, until the
 * function that it gives is called: they end within minutes, and a conversation stays open for hours.
 */
export function keepFileAddresses(place: ThreadPlace): () => void {
  const params = paramsOf(place);
  const isLookedAt = () => !document.hidden;
  const said = keepAddresses({
    list: () => (conversation.threadId === place.threadId ? conversation.messages : []),
    isLookedAt,
    read: async ({ position }) =>
      (await client.call(listMessages, { params, query: { before: position + 1 } })).items,
  });
  const toCome = keepAddresses({
    list: () => (scheduledReplies.data?.threadId === place.threadId ? scheduledReplies.data.items : []),
    isLookedAt,
    read: async () => (await client.call(listScheduledReplies, { params })).data,
  });
  const look = () => [said, toCome].forEach((keeper) => keeper.look());
  const stopHearing = [subscribe(conversation, look), subscribe(scheduledReplies, look)];
  document.addEventListener("visibilitychange", look);
  look();
  return () => {
    [said, toCome].forEach((keeper) => keeper.stop());
    stopHearing.forEach((stop) => stop());
    document.removeEventListener("visibilitychange", look);
  };
}
