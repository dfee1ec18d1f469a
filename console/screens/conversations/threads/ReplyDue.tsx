import type { ReactNode } from "react";
import { Timer } from "lucide-react";
import { dueSoonMs } from "../../../../shared/domain/sla.ts";
import { formatRelativeTime } from "../../../../shared/format/relativeTime.ts";
import { formatTimeLeft } from "../../../../shared/format/timeLeft.ts";
import { Badge } from "../../../../shared/ui/Badge.tsx";
import { visuallyHidden } from "../../../../shared/ui/style/visuallyHidden.ts";
import { describeDateTime } from "../../../parts/describeMoment.ts";
import { useNow } from "../../../parts/useNow.ts";
import type { ShownThread } from "../../../state/conversations/threads/threads.ts";

/** How long the team has left until the visitor is to have its word, or since when that is overdue. */
export function ReplyDue({ thread }: { thread: ShownThread }): ReactNode {
  const now = useNow();
  const { replyDueAt, status } = thread;
  if (replyDueAt === null || (status !== "open" && status !== "pending")) return null;
  const left = replyDueAt - now;
  return (
    <Badge tone={left <= 0 ? "danger" : left <= dueSoonMs ? "warning" : "neutral"}>
      <Timer size={12} aria-hidden />
      <time dateTime={new Date(replyDueAt).toISOString()} title={`By ${describeDateTime(replyDueAt)}`}>
        <span className={visuallyHidden}>Reply </span>
        {left > 0
          ? `Due ${formatTimeLeft(left)}`
          : `Overdue, due ${formatRelativeTime(replyDueAt, now, { style: "narrow" })}`}
      </time>
    </Badge>
  );
}
