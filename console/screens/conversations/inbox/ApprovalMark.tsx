import type { ReactNode } from "react";
import { ShieldCheck } from "lucide-react";
import { Badge } from "../../../../shared/ui/Badge.tsx";

/** Marks a conversation in which an action of the agent waits for the team's approval. */
export function ApprovalMark({ count }: { count: number }): ReactNode {
  return (
    <Badge tone="warning">
      <ShieldCheck size={12} aria-hidden />
      {count === 1 ? "Needs approval" : `${count} need approval`}
    </Badge>
  );
}
