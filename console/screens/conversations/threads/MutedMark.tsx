import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { BellOff } from "lucide-react";
import { Badge } from "../../../../shared/ui/Badge.tsx";
import { quiet } from "../../../state/notifications/quiet.ts";

/** What is told all the same, and to whom nothing else is. */
const hint = "Muted for you: you are notified only if you are mentioned or assigned.";

/** That the user muted a conversation, and what that means; where there is little room by a sign alone. */
export function MutedMark({ id, isSign = false }: { id: string; isSign?: boolean }): ReactNode {
  if (!useSnapshot(quiet).mutedIds.includes(id)) return null;
  if (isSign)
    return (
      <span title={hint}>
        <BellOff size={14} role="img" aria-label="Muted" />
      </span>
    );
  return (
    <span title={hint}>
      <Badge>
        <BellOff size={12} aria-hidden />
        Muted
      </Badge>
    </span>
  );
}
