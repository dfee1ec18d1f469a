import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { BellOff } from "lucide-react";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { quiet } from "../../state/quiet.ts";

/** What is told all the same, and to whom nothing else is. */
const hint = "Muted for you alone: you hear of it only when a note names you, or when it is given to you.";

/** That the user muted a conversation, and what that means. */
export default function MutedMark({ id }: { id: string }): ReactNode {
  if (!useSnapshot(quiet).mutedIds.includes(id)) return null;
  return (
    <span title={hint}>
      <Badge>
        <BellOff size={12} aria-hidden />
        Muted
      </Badge>
    </span>
  );
}
