import type { RequestError } from "../../../../shared/client/requestError.ts";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { useAction } from "../../../parts/useAction.ts";
import { changeThread } from "../../../state/conversations/threads/conversation.ts";
import { refreshInboxFilters } from "../../../state/conversations/inbox/inboxFilters.ts";
import { navigate } from "../../../state/shell/navigation.ts";
import { inboxPath } from "../../../state/shell/paths.ts";
import { resolveThread } from "../../../state/conversations/threads/resolveThread.ts";
import { threads } from "../../../state/conversations/threads/threads.ts";
import { linkToThread } from "../inbox/filters.ts";
import type { ThreadPlace } from "../../../state/conversations/threads/conversation.ts";

export type ThreadAction =
  | "takeOver"
  | "resolve"
  | "resolveAndNext"
  | "reopen"
  | "wait"
  | "unread"
  | "mute"
  | "unmute";

/** What can be decided about a conversation, with what went wrong. */
export interface ThreadActions {
  run: (action: ThreadAction) => Promise<boolean>;
  isBusy: boolean;
  error: RequestError | null;
}

const changes = {
  takeOver: { data: { handledBy: "human" }, said: "You answer now · AI paused" },
  wait: { data: { status: "pending" }, said: "Waits for the visitor" },
  unread: { data: { read: false }, said: "Marked as unread" },
  reopen: { data: { status: "open" }, said: "Open again" },
} as const;

/** The next conversation of the list that is not resolved, from its beginning again behind its end. */
function findNext(threadId: string): string | undefined {
  const items = threads.data?.items ?? [];
  const at = items.findIndex(({ id }) => id === threadId);
  const others = [...items.slice(at + 1), ...items.slice(0, Math.max(at, 0))];
  return others.find(({ status }) => status !== "resolved")?.id;
}

export function useThreadActions(place: ThreadPlace): ThreadActions {
  const { run, isBusy, error } = useAction(async (action: ThreadAction) => {
    if (action === "mute" || action === "unmute") {
      // It is seldom done: what does it comes then.
      const { setMuted } = await import("../../../state/notifications/quiet.ts");
      await setMuted(place, action === "mute");
      refreshInboxFilters(place);
      return showToast(
        action === "mute" ? "Muted, except when you are mentioned or assigned" : "Notifications are on again",
      );
    }
    if (action === "resolve") return resolveThread(place);
    if (action === "resolveAndNext") {
      // As the list stands before this one leaves it.
      const nextId = findNext(place.threadId);
      await resolveThread(place);
      return navigate(nextId ? linkToThread(place, nextId) : inboxPath(place) + location.search);
    }
    const { data, said } = changes[action];
    // While it is open it is read.
    if (action === "unread") navigate(inboxPath(place) + location.search);
    await changeThread(place, data);
    showToast(said);
  });
  return { run, isBusy, error };
}
