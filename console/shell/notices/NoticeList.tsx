import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { AlertCircle, Check } from "lucide-react";
import { describeDateTime } from "../../parts/describeMoment.ts";
import { formatRelativeTime } from "../../../shared/format/relativeTime.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { useNow } from "../../parts/useNow.ts";
import { clearNotices, notices } from "../../state/notifications/notices.ts";
import type { Notice } from "../../state/notifications/notices.ts";
import { inShownLayout } from "../../state/conversations/inbox/shownLayout.ts";
import { readLocationPath } from "../../../shared/client/basePath.ts";

/** What happened in this tab, the newest first. */
export function NoticeList({ onLeave }: { onLeave: () => void }): ReactNode {
  const { items } = useSnapshot(notices);
  const now = useNow();
  return (
    <section aria-label="Notifications" className={frame}>
      <header>
        <h2>Notifications</h2>
        {items.length > 0 && (
          <Button kind="quiet" size="small" onClick={clearNotices}>
            Clear
          </Button>
        )}
      </header>
      {items.length === 0 ? (
        <p>No notifications yet. This tab keeps them until you close it.</p>
      ) : (
        <ul>
          {items.map((notice) => (
            <Item key={notice.id} notice={notice} now={now} onLeave={onLeave} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface ItemProps {
  notice: Readonly<Notice>;
  now: number;
  onLeave: () => void;
}

function Item({ notice, now, onLeave }: ItemProps): ReactNode {
  const { at, text, tone, path, requestId, isRead } = notice;
  const Icon = tone === "danger" ? AlertCircle : Check;
  const href = inShownLayout(path);
  const isElsewhere = href !== readLocationPath() + location.search;
  return (
    <li data-new={isRead ? undefined : ""}>
      <Icon size={17} className={icon} data-tone={tone} aria-label={tone === "danger" ? "Error" : "Done"} />
      <div>
        <p>{text}</p>
        {requestId && <code>Request {requestId}</code>}
        <p>
          <time dateTime={new Date(at).toISOString()} title={describeDateTime(at)}>
            {formatRelativeTime(at, now)}
          </time>
          {isElsewhere && (
            <Link href={href} onClick={onLeave}>
              Go to the page
            </Link>
          )}
        </p>
      </div>
    </li>
  );
}

const frame = css`
  & > header {
    position: sticky;
    top: 0;
    display: flex;
    align-items: center;
    justify-content: space-between;
    min-height: 48px;
    padding: 6px 8px 6px 16px;
    padding-inline: 16px 8px;
    border-bottom: 1px solid var(--ph-line);
    background: var(--ph-raised);
  }
  & h2 {
    font-size: var(--ph-text-m);
    font-weight: 600;
  }
  & > p {
    padding: 24px 16px;
    color: var(--ph-text-2);
  }
  & > ul {
    padding: 0;
    list-style: none;
  }
  & li {
    display: flex;
    gap: 10px;
    padding: 12px 16px;
    border-bottom: 1px solid var(--ph-line);
  }
  & li:last-child {
    border-bottom: 0;
  }
  & li[data-new] {
    background: var(--ph-accent-soft);
  }
  & li > div {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & li p:last-child {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 12px;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & code {
    font: var(--ph-text-xs) / 1.5 var(--ph-mono);
    color: var(--ph-text-2);
  }
`;
const icon = css`
  flex: none;
  margin-top: 2px;
  color: var(--ph-success-text);
  &[data-tone="danger"] {
    color: var(--ph-danger-text);
  }
`;
