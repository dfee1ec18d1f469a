import type { Thread } from "../../../../shared/contract/conversations/conversations.ts";
import { toRequestError } from "../../../../shared/client/requestError.ts";
import { authentication } from "../../accounts/authentication.ts";
import { changeThread, conversation } from "./conversation.ts";
import type { ThreadPlace } from "./conversation.ts";
import { hasNews } from "../inbox/inboxWatch.ts";

/** As it was told when the server could not be told that it is read: not asked for again until there is a reason to. */
let failed: Thread | null = null;

/** Tells the server that somebody of the team has seen what is new. Where that fails it is as unread as before. */
export async function markRead(place: ThreadPlace): Promise<void> {
  const { thread } = conversation;
  if (document.hidden || !thread || thread.id !== place.threadId || !hasNews(thread)) return;
  if (thread === failed) return;
  const { unread, mentionedIds } = thread;
  const userId = authentication.user?._id;
  Object.assign(thread, { unread: 0, mentionedIds: mentionedIds.filter((id) => id !== userId) });
  try {
    await changeThread(place, { read: true });
  } catch (thrown) {
    console.warn(toRequestError(thrown).message);
    failed = thread;
    Object.assign(thread, { unread, mentionedIds });
  }
}

/** Marks as read also what could not be marked before: the server answers again, or somebody looks anew. */
export function markReadAgain(place: ThreadPlace): Promise<void> {
  failed = null;
  return markRead(place);
}
