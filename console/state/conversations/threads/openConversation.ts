import { ref } from "valtio";
import { getThread, listMessages } from "../../../../shared/contract/conversations/threads/threads.ts";
import { toRequestError } from "../../../../shared/client/requestError.ts";
import { client } from "../../platform/client.ts";
import { closeConversation, conversation, paramsOf, takeMessages } from "./conversation.ts";
import type { ThreadPlace } from "./conversation.ts";
import { dropThread, isGone, readWhileTold } from "./threads.ts";

/** Opens a conversation, or reads the open one again; what is there stays meanwhile. */
export async function openConversation(place: ThreadPlace): Promise<void> {
  const { threadId } = place;
  if (conversation.threadId !== threadId) closeConversation();
  conversation.threadId = threadId;
  try {
    const { answer, told } = await readWhileTold(() =>
      Promise.all([
        client.call(getThread, { params: paramsOf(place) }),
        client.call(listMessages, { params: paramsOf(place) }),
      ]),
    );
    if (conversation.threadId !== threadId || isGone(threadId)) return;
    const [{ data: read }, page] = answer;
    const thread = told.findLast(({ id }) => id === threadId) ?? read;
    Object.assign(conversation, { thread, status: "ready", error: null });
    if (conversation.messages.length > 0) {
      await (await import("./reloadNewest.ts")).reloadNewest(place, page);
    } else {
      conversation.hasMore = page.hasMore;
      takeMessages(page.items);
    }
  } catch (thrown) {
    if (conversation.threadId !== threadId) return;
    Object.assign(conversation, { status: "failed", error: ref(toRequestError(thrown)) });
  }
}

/** Forgets a conversation that was deleted, and asks for it where it is open, to be told that it is gone. */
export function dropOpenThread(place: ThreadPlace): void {
  dropThread(place.threadId);
  if (conversation.threadId !== place.threadId) return;
  closeConversation();
  void openConversation(place);
}
