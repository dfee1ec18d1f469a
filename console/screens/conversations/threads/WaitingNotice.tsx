import type { ReactNode } from "react";
import { Hand } from "lucide-react";
import { describeDateTime } from "../../../parts/describeMoment.ts";
import { formatRelativeTime } from "../../../../shared/format/relativeTime.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { useNow } from "../../../parts/useNow.ts";

/** Says that the visitor waits for a member, and since when. */
export function WaitingNotice({ since }: { since: number }): ReactNode {
  const now = useNow();
  return (
    <p className={notice} role="status">
      <Hand size={16} aria-hidden />
      <span>
        <b>Waiting for a person</b> · asked{" "}
        <time dateTime={new Date(since).toISOString()} title={describeDateTime(since)}>
          {formatRelativeTime(since, now)}
        </time>
      </span>
    </p>
  );
}

const notice = css`
  display: flex;
  align-items: center;
  gap: 10px;
  padding: 8px 12px;
  border-radius: var(--ph-radius-s);
  background: var(--ph-danger-soft);
  color: var(--ph-danger-text);
  & b {
    font-weight: 600;
  }
`;
