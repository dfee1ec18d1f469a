import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { Check, Clock, Hand, UserRound } from "lucide-react";
import { describeDateTime, describeMoment } from "../../../parts/describeMoment.ts";
import { formatRelativeTime } from "../../../../shared/format/relativeTime.ts";
import { Avatar } from "../../../../shared/ui/Avatar.tsx";
import { Badge } from "../../../../shared/ui/Badge.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../../../shared/ui/style/visuallyHidden.ts";
import { useNow } from "../../../parts/useNow.ts";
import { rowMark } from "../../../parts/walkRows.ts";
import { allAgents } from "../../../state/shell/paths.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { isWaiting } from "../../../state/conversations/threads/threads.ts";
import type { ShownThread } from "../../../state/conversations/threads/threads.ts";
import { typing } from "../../../state/conversations/visitors/typing.ts";
import { useIsHere } from "../visitors/useIsHere.ts";
import { linkToThread, priorityNames } from "./filters.ts";
import { useLabels } from "./useListFilters.ts";
import { LabelMark } from "./labels/LabelMark.tsx";
import { ThreadBox } from "./ThreadBox.tsx";
import { AgentMark } from "./all/AgentMark.tsx";
import { ApprovalMark } from "./ApprovalMark.tsx";
import { ReplyDue } from "../threads/ReplyDue.tsx";
import { MutedMark } from "../threads/MutedMark.tsx";
import { SurfaceMark } from "./SurfaceMark.tsx";

interface ThreadRowProps {
  thread: ShownThread;
  place: AgentPlace;
  isOpen: boolean;
}

/** One conversation of the list: who, what was said last, when, and who answers it. */
export function ThreadRow({ thread, place, isOpen }: ThreadRowProps): ReactNode {
  const now = useNow();
  const isTyping = useSnapshot(typing).threadIds.includes(thread.id);
  const labels = useLabels(place, thread.labelIds);
  const { contact, lastMessage, unread, lastActivityAt } = thread;
  const isOfAll = place.agentId === allAgents;
  const isHere = useIsHere(contact.id);
  return (
    <li className={rowStyle}>
      <Link
        href={linkToThread(place, thread.id)}
        aria-current={isOpen ? "true" : undefined}
        data-unread={unread > 0 ? "" : undefined}
        data-here={isHere ? "" : undefined}
        {...{ [rowMark]: thread.id }}
      >
        <Avatar name={contact.name} size={36} />
        <span>
          <strong dir="auto">
            {contact.name}
            {isHere && <span className={visuallyHidden}>, here now</span>}
          </strong>
          <time dateTime={new Date(lastActivityAt).toISOString()} title={describeDateTime(lastActivityAt)}>
            {thread.surface !== "widget" && <SurfaceMark surface={thread.surface} />}
            {formatRelativeTime(lastActivityAt, now)}
          </time>
          <span dir="auto">
            {isTyping ? <i>Writing…</i> : lastMessage ? describeLast(lastMessage) : thread.title}
            {unread > 0 && <span className={visuallyHidden}>, {unread} unread</span>}
          </span>
          {unread > 0 && <b aria-hidden="true">{unread > 99 ? "99+" : unread}</b>}
          <em>
            {isOfAll && <AgentMark agentId={thread.agentId} />}
            {drawState(thread, now)}
            {thread.approvals > 0 && <ApprovalMark count={thread.approvals} />}
            {thread.replyDueAt !== null && <ReplyDue thread={thread} />}
            <MutedMark id={thread.id} />
            {labels.map((label) => (
              <LabelMark key={label.id} label={label} />
            ))}
          </em>
        </span>
      </Link>
      {!isOfAll && <ThreadBox id={thread.id} name={contact.name} />}
    </li>
  );
}

/** What was said last, and by whom where it was no visitor. */
export function describeLast({ role, text }: { role: string; text: string }): string {
  const who = { assistant: "Agent: ", support: "Team: " }[role] ?? "";
  return who + text;
}

function drawState(thread: ShownThread, now: number): ReactNode {
  const { status, handledBy, assignee, preview, personRequestedAt, priority, snoozedUntil } = thread;
  const waits = isWaiting(thread);
  return (
    <>
      {preview && <Badge>Preview</Badge>}
      {waits && (
        <Badge tone="danger">
          <Hand size={12} aria-hidden />
          Waiting for a person · {formatRelativeTime(personRequestedAt ?? now, now, { style: "narrow" })}
        </Badge>
      )}
      {handledBy === "human" && !waits && (
        <Badge tone="warning">
          <UserRound size={12} aria-hidden />
          <bdi>{assignee?.name ?? "Unassigned"}</bdi>
        </Badge>
      )}
      {(priority === "urgent" || priority === "high") && (
        <Badge tone={priority === "urgent" ? "danger" : "warning"}>{priorityNames[priority]}</Badge>
      )}
      {status === "snoozed" && (
        <Badge>
          <Clock size={12} aria-hidden />
          Until {describeMoment(snoozedUntil ?? now, now)}
        </Badge>
      )}
      {status === "pending" && <Badge>Pending</Badge>}
      {status === "resolved" && (
        <Badge tone="success">
          <Check size={12} aria-hidden />
          Resolved
        </Badge>
      )}
    </>
  );
}

/** Picture, name and time, and below them what was said. */
export const rowStyle = css`
  position: relative;
  & > a {
    display: flex;
    gap: 12px;
    padding: 11px 10px;
    border-radius: var(--ph-radius-s);
    color: inherit;
    text-decoration: none;
    scroll-margin: 8px;
  }
  /* A dot at the avatar's corner. */
  & > a[data-here] {
    position: relative;
  }
  & > a[data-here]::before {
    content: "";
    position: absolute;
    inset-block-start: 37px;
    inset-inline-start: 36px;
    width: 10px;
    height: 10px;
    border-radius: 50%;
    background: var(--ph-success-text);
    box-shadow: 0 0 0 2px var(--ph-surface);
  }
  @media (forced-colors: active) {
    & > a[data-here]::before {
      background: Highlight;
      forced-color-adjust: none;
    }
  }
  & > a:hover {
    background: var(--ph-hover);
  }
  & > a:focus-visible {
    outline-offset: -2px;
  }
  & > a[aria-current] {
    background: var(--ph-accent-soft);
  }
  & > a > span:last-child {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    flex: 1;
    gap: 1px 8px;
    min-width: 0;
  }
  & bdi,
  & strong,
  & > a > span:last-child > span {
    position: relative;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  /* From right to left it is cut at its own end. */
  & strong,
  & > a > span:last-child > span {
    justify-self: start;
    max-width: 100%;
  }
  & strong {
    font-weight: 550;
  }
  & > a[data-unread] strong {
    font-weight: 680;
  }
  & strong + time {
    font-size: var(--ph-text-xs);
    line-height: 1.75;
    color: var(--ph-text-2);
  }
  & > a > span:last-child > span {
    grid-column: 1 / -1;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & > a[data-unread] > span:last-child > span {
    grid-row: 2;
    /* The count beside it needs less room than the time above. */
    max-width: calc(100% - 40px);
    color: var(--ph-text);
    font-weight: 500;
  }
  & b {
    grid-area: 2 / 2;
    justify-self: end;
    min-width: 18px;
    height: 18px;
    padding: 0 5px;
    border-radius: 99px;
    background: var(--ph-accent);
    color: var(--ph-on-accent);
    font-size: 0.6875rem;
    font-weight: 650;
    line-height: 18px;
    text-align: center;
  }
  & i {
    color: var(--ph-accent-text);
  }
  & em {
    display: flex;
    flex-wrap: wrap;
    grid-column: 1 / -1;
    gap: 4px 8px;
    font-style: normal;
  }
  & em > span {
    max-width: 100%;
    white-space: normal;
    overflow-wrap: anywhere;
  }
  & em:not(:empty) {
    margin-top: 4px;
  }
`;
