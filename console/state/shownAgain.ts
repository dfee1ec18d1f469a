import { listMessages } from "../../shared/contract/threads.ts";
import { client } from "./client.ts";
import { conversation, paramsOf, takeMessages } from "./conversation.ts";
import type { ThreadPlace } from "./conversation.ts";

const longestPage = 100;

/** Reads again what shows of the open conversation before a position, and of the newest page where others lie between. */
export async function readShownAgain(place: ThreadPlace, end: number): Promise<void> {
  const [first, last] = [conversation.messages[0], conversation.messages.at(-1)];
  if (!first || !last) return;
  for (let before = Math.min(end, last.position + 1); before > first.position;) {
    const query = { before, limit: Math.min(longestPage, before - first.position) };
    const { items } = await client.call(listMessages, { params: paramsOf(place), query });
    // Whoever went elsewhere in it meanwhile sees others, beside which these would leave a gap.
    const shown = new Set(conversation.messages.map(({ id }) => id));
    takeMessages(items.filter(({ id }) => shown.has(id)));
    before = items[0]?.position ?? 0;
  }
}
