import { listMessages } from "../../../../shared/contract/conversations/threads/threads.ts";
import { client } from "../../platform/client.ts";
import { conversation, paramsOf, takeMessages } from "../threads/conversation.ts";
import type { ThreadPlace } from "../threads/conversation.ts";
import { openConversation } from "../threads/openConversation.ts";

/** Brings the messages around one of the open conversation in, in place of those that do not follow on them. */
export async function openMessage(place: ThreadPlace, messageId: string): Promise<void> {
  if (conversation.messages.some(({ id }) => id === messageId)) return;
  const query = { around: messageId };
  const { items, hasMore, hasNewer } = await client.call(listMessages, { params: paramsOf(place), query });
  if (conversation.threadId !== place.threadId) return;
  const [from, to] = [items[0]?.position ?? 0, items.at(-1)?.position ?? 0];
  const [first, last] = [
    conversation.messages[0]?.position ?? 0,
    conversation.messages.at(-1)?.position ?? 0,
  ];
  const follows = to >= first - 1 && from <= last + 1;
  if (!follows) conversation.messages = [];
  if (!follows || from < first) conversation.hasMore = hasMore;
  takeNewer(items, follows && to <= last ? conversation.hasNewer : hasNewer);
}

/** Reads the messages after the last one that shows. */
export async function loadNewerMessages(place: ThreadPlace): Promise<void> {
  const query = { after: conversation.messages.at(-1)?.position ?? 0 };
  const { items, hasNewer } = await client.call(listMessages, { params: paramsOf(place), query });
  const isNext = conversation.messages.at(-1)?.position === query.after;
  if (conversation.threadId === place.threadId && isNext) takeNewer(items, hasNewer);
}

/** Goes back to the newest messages. */
export async function showNewestMessages(place: ThreadPlace): Promise<void> {
  Object.assign(conversation, { messages: [], hasMore: true, hasNewer: false });
  await openConversation(place);
}

function takeNewer(items: Parameters<typeof takeMessages>[0], hasNewer: boolean): void {
  conversation.hasNewer = false;
  takeMessages(items);
  conversation.hasNewer = hasNewer;
}
