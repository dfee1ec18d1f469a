import { walkRows } from "../../parts/walkRows.ts";
import type { ShortcutGroup } from "../../state/shortcuts.ts";

/** The mark of where a reply is begun: the composer, or the button that takes over. */
export const replyTarget = "data-reply";

/** `j` and `k` walk the list (Enter opens, as on every link), `r` goes to the reply. */
export const inboxKeys: ShortcutGroup = {
  title: "Inbox",
  shortcuts: [
    { keys: "j", label: "Next conversation", run: () => walkRows(1), isRepeated: true },
    { keys: "k", label: "Previous conversation", run: () => walkRows(-1), isRepeated: true },
    { keys: "r", label: "Reply", run: focusReply },
  ],
};

function focusReply(): void {
  document.querySelector<HTMLElement>(`[${replyTarget}] textarea, button[${replyTarget}]`)?.focus();
}
