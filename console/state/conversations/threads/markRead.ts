import type { Thread } from "../../../../shared/contract/conversations/conversations.ts";
import { toRequestError } from "../../../../shared/client/requestError.ts";
import { authentication } from "../../accounts/authentication.ts";
import { changeThread, conversation } from "./conversation.ts";
import type { ThreadPlace } from "./conversation.ts";
import { hasNews } from "../inbox/inboxWatch.ts";

/** What could not be marked as read: not asked for again until there is something newer, or a reason to. */
let failed: Pick<Thread, "id" | "unread" | "mentionedIds"> | null = null;

/** Tells the server that a member has seen what is new. Where that fails it is as unread as before. */
export async function markRead(place: ThreadPlace): Promise<void> {
  const { thread } = conversation;
  if (document.hidden || !thread || thread.id !== place.threadId || !hasNews(thread)) return;
  const { id, unread, mentionedIds } = thread;
  if (failed && isSame(failed, { id, unread, mentionedIds })) return;
  const userId = authentication.user?._id;
  Object.assign(thread, { unread: 0, mentionedIds: mentionedIds.filter((id) => id !== userId) });
  try {
    await changeThread(place, { read: true });
  } catch (thrown) {
    console.warn(toRequestError(thrown).message);
    failed = { id, unread, mentionedIds };
    Object.assign(thread, { unread, mentionedIds });
  }
}

/** Marks as read also what could not be marked before: the server answers again, or somebody looks again. */
export function markReadAgain(place: ThreadPlace): Promise<void> {
  failed = null;
  return markRead(place);
}

/** The same news may come again in a thread that was read again. */
function isSame(one: NonNullable<typeof failed>, other: NonNullable<typeof failed>): boolean {
  const isNamedAlike = one.mentionedIds.join() === other.mentionedIds.join();
  return one.id === other.id && one.unread === other.unread && isNamedAlike;
}
