import { walkRows } from "../../../parts/walkRows.ts";
import type { ShortcutGroup } from "../../../state/shell/shortcuts.ts";

/** `j` and `k` walk the list (Enter opens, as on every link). */
export const inboxKeys: ShortcutGroup = {
  title: "Inbox",
  shortcuts: [
    { keys: "j", label: "Next conversation", run: () => walkRows(1), isRepeated: true },
    { keys: "k", label: "Previous conversation", run: () => walkRows(-1), isRepeated: true },
  ],
};
