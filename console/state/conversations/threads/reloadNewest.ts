import type { MessagePage } from "../../../../shared/contract/conversations/conversations.ts";
import { listMessages } from "../../../../shared/contract/conversations/threads/threads.ts";
import { client } from "../../platform/client.ts";
import { conversation, paramsOf, takeMessages } from "./conversation.ts";
import type { ThreadPlace } from "./conversation.ts";

const longestPage = 100;

/**
 * Takes in the newest page of the open conversation, of which something shows. What shows before it stays where the page
 * follows on it, and is read again: it may have changed unheard.
 */
export async function reloadNewest(place: ThreadPlace, { items, hasMore }: MessagePage): Promise<void> {
  // Another one may be open by the time that this part is here.
  if (conversation.threadId !== place.threadId) return;
  const { messages, hasNewer } = conversation;
  const start = items[0]?.position ?? 0;
  const before = messages.findLast(({ position }) => position < start)?.position;
  const stays = hasNewer || before === start - 1;
  if (!stays) {
    // Between them may lie others, which nobody would miss.
    Object.assign(conversation, { hasMore, messages: messages.filter(({ position }) => position >= start) });
  }
  takeMessages(items);
  if (stays) await reloadShown(place, start);
}

/** Reads again what shows before a position. */
async function reloadShown(place: ThreadPlace, end: number): Promise<void> {
  const [first, last] = [conversation.messages[0], conversation.messages.at(-1)];
  if (!first || !last) return;
  for (let before = Math.min(end, last.position + 1); before > first.position;) {
    const query = { before, limit: Math.min(longestPage, before - first.position) };
    const { items } = await client.call(listMessages, { params: paramsOf(place), query });
    // A reader who moved elsewhere in it sees other messages, and these would leave a gap.
    const shown = new Set(conversation.messages.map(({ id }) => id));
    takeMessages(items.filter(({ id }) => shown.has(id)));
    const next = items[0]?.position ?? 0;
    // A page that leads no further, as from a cache that ignores what was asked, would be asked for without end.
    if (next >= before) return;
    before = next;
  }
}
