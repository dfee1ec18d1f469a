import { listMessages } from "../../../../shared/contract/conversations/threads/threads.ts";
import { toRequestError } from "../../../../shared/client/requestError.ts";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { client } from "../../platform/client.ts";
import { paramsOf } from "./conversation.ts";
import type { ThreadPlace } from "./conversation.ts";
import { note } from "../../notifications/notices.ts";
import { inboxPath } from "../../shell/paths.ts";
import { resolveThread } from "./resolveThread.ts";

/**
 * Resolves a conversation whose last reply went out later than its writer sent it, unless the visitor has written at
 * `from` or behind it: that nobody has read when it was decided. What stays open is told, by the bell too.
 */
export async function resolveLate(place: ThreadPlace, from: number): Promise<void> {
  try {
    const query = { after: Math.max(0, from - 1) };
    const { items } = await client.call(listMessages, { params: paramsOf(place), query });
    if (!items.some(({ role }) => role === "user")) return await resolveThread(place, "Sent and resolved");
    tellOpen(place, "Your reply was sent. The visitor wrote meanwhile, so the conversation stays open.");
  } catch (thrown) {
    tellOpen(place, `Your reply was sent, but not resolved: ${toRequestError(thrown).message}`);
  }
}

function tellOpen(place: ThreadPlace, text: string): void {
  note({ text, tone: "danger", path: `${inboxPath(place)}/${encodeURIComponent(place.threadId)}` });
  showToast(text, "danger");
}
