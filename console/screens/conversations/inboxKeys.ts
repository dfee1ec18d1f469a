import { walkRows } from "../../parts/walkRows.ts";
import type { ShortcutGroup } from "../../state/shortcuts.ts";

/** `j` and `k` walk the list (Enter opens, as on every link), `x` selects in it. */
export const inboxKeys: ShortcutGroup = {
  title: "Inbox",
  shortcuts: [
    { keys: "j", label: "Next conversation", run: () => walkRows(1), isRepeated: true },
    { keys: "k", label: "Previous conversation", run: () => walkRows(-1), isRepeated: true },
    { keys: "x", label: "Select the conversation", run: selectRow },
  ],
};

/** The row that has the focus; where none has it, the first one gets it. */
function selectRow(): void {
  const row = document.activeElement?.closest("li");
  const box = row?.querySelector<HTMLInputElement>("input[type=checkbox]");
  if (box) box.click();
  else walkRows(1);
}
