import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { formatRelativeTime } from "../../../../shared/format/relativeTime.ts";
import { Badge } from "../../../../shared/ui/Badge.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { Card } from "../../../parts/Card.tsx";
import { describeDateTime } from "../../../parts/describeMoment.ts";
import { useTabLink } from "../../../parts/shownTabs.ts";
import { useNow } from "../../../parts/useNow.ts";
import { overview } from "../../../state/agents/overview.ts";
import type { RecentThread } from "../../../state/agents/overview.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { isWaiting } from "../../../state/conversations/threads/threads.ts";

/** The newest conversations, each a link into the inbox; not there where they can't be read. */
export function RecentCard({ place }: { place: AgentPlace }): ReactNode {
  const { data } = useSnapshot(overview);
  const linkTo = useTabLink();
  const inbox = linkTo(place, "inbox/conversations");
  const recent = data?.agentId === place.agentId ? data.recent : null;
  if (!recent || !inbox) return null;
  return (
    <Card
      title="Recent conversations"
      aside={recent.length > 0 && <Link href={inbox}>See all</Link>}
      subtitle={recent.length === 0 ? "No conversations yet." : undefined}
    >
      {recent.length > 0 && (
        <ul className={list}>
          {recent.map((thread) => (
            <li key={thread.id}>
              <Link href={`${inbox}/${thread.id}`}>
                <RecentRow thread={thread} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function RecentRow({ thread }: { thread: RecentThread }): ReactNode {
  const now = useNow();
  const { contact, title, lastMessage, lastActivityAt } = thread;
  return (
    <>
      <strong dir="auto">{title || contact.name}</strong>
      <time dateTime={new Date(lastActivityAt).toISOString()} title={describeDateTime(lastActivityAt)}>
        {formatRelativeTime(lastActivityAt, now)}
      </time>
      <span dir="auto">{lastMessage?.text ?? contact.name}</span>
      {isWaiting(thread) && <Badge tone="danger">Waiting for a person</Badge>}
    </>
  );
}

const list = css`
  display: grid;
  gap: 2px;
  margin: -8px -12px -10px;
  padding: 0;
  list-style: none;
  font-size: var(--ph-text-s);
  & a {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    justify-items: start;
    gap: 1px 12px;
    padding: 8px 12px;
    border-radius: var(--ph-radius-s);
    color: inherit;
    text-decoration: none;
  }
  & a:hover {
    background: var(--ph-hover);
  }
  & strong,
  & a > span[dir] {
    max-width: 100%;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & strong {
    font-weight: 550;
  }
  & time,
  & a > span[dir] {
    color: var(--ph-text-2);
  }
  & a > span[dir] {
    grid-column: 1 / -1;
  }
`;
