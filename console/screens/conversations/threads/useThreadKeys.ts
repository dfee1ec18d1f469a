import { useEffectEvent, useEffect } from "react";
import { conversation } from "../../../state/conversations/threads/conversation.ts";
import { addShortcuts } from "../../../state/shell/shortcuts.ts";
import type { ThreadDialogName } from "./ThreadDialogs.tsx";
import type { ThreadActions } from "./useThreadActions.ts";

/** The keys of the conversation that is open. */
export function useThreadKeys(actions: ThreadActions, onAsk: (name: ThreadDialogName) => void): void {
  const ask = useEffectEvent(onAsk);
  const close = useEffectEvent(() => {
    const isResolved = conversation.thread?.status === "resolved";
    void actions.run(isResolved ? "reopen" : "resolve");
  });
  const closeAndNext = useEffectEvent(() => void actions.run("resolveAndNext"));
  const markUnread = useEffectEvent(() => void actions.run("unread"));
  useEffect(() => {
    return addShortcuts({
      title: "Conversation",
      shortcuts: [
        { keys: "a", label: "Assign", run: () => ask("assign") },
        { keys: "e", label: "Resolve or reopen", run: () => close() },
        { keys: "t", label: "Resolve and open the next", run: () => closeAndNext() },
        { keys: "z", label: "Snooze", run: () => ask("snooze") },
        { keys: "l", label: "Labels", run: () => ask("label") },
        { keys: "u", label: "Mark as unread", run: () => markUnread() },
      ],
    });
  }, []);
}
