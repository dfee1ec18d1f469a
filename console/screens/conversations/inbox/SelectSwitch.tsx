import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { ListChecks } from "lucide-react";
import { IconButton } from "../../../../shared/ui/IconButton.tsx";
import { useShortcuts } from "../../../parts/useShortcuts.ts";
import { walkRows } from "../../../parts/walkRows.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import type { ShortcutGroup } from "../../../state/shell/shortcuts.ts";
import { clearSelection, threadSelection } from "../../../state/conversations/inbox/threadSelection.ts";

/** Shows the boxes that choose conversations, for who has no pointer to hover with; brings the key that chooses one. */
export function SelectSwitch(): ReactNode {
  const { isOn } = useSnapshot(threadSelection);
  useShortcuts(selectionKeys);
  if (!mayDo("conversations.reply")) return null;
  return (
    <IconButton
      label="Select conversations"
      size="small"
      aria-pressed={isOn}
      onClick={() => {
        if (isOn) clearSelection();
        else threadSelection.isOn = true;
      }}
    >
      <ListChecks size={17} aria-hidden />
    </IconButton>
  );
}

const selectionKeys: ShortcutGroup = {
  title: "Selection",
  shortcuts: [{ keys: "x", label: "Select the conversation", run: selectRow }],
};

/** The row that has the focus, of the list or the table; where none has it, the first one gets it. */
function selectRow(): void {
  const row = document.activeElement?.closest("li, tbody tr");
  const box = row?.querySelector<HTMLInputElement>("input[type=checkbox]");
  if (box) box.click();
  else walkRows(1);
}
