import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { ListChecks } from "lucide-react";
import { IconButton } from "../../../shared/ui/IconButton.tsx";
import { mayDo } from "../../state/organization.ts";
import { clearSelection, threadSelection } from "../../state/threadSelection.ts";

/** Shows the boxes that choose conversations, for who has no pointer to hover with. */
export default function SelectSwitch(): ReactNode {
  const { isOn } = useSnapshot(threadSelection);
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
