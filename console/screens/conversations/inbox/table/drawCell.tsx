import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { Check, Clock, Hand } from "lucide-react";
import type { Label } from "../../../../../shared/contract/conversations/conversations.ts";
import { maxScore } from "../../../../../shared/domain/limits.ts";
import { formatRelativeTime } from "../../../../../shared/format/relativeTime.ts";
import { Badge } from "../../../../../shared/ui/Badge.tsx";
import type { BadgeTone } from "../../../../../shared/ui/Badge.tsx";
import { Icon } from "../../../../../shared/ui/Icon.tsx";
import { star } from "../../../../../shared/ui/iconPaths.ts";
import { visuallyHidden } from "../../../../../shared/ui/style/visuallyHidden.ts";
import { describeDateTime, describeMoment } from "../../../../parts/describeMoment.ts";
import { nameFieldColumn } from "../../../../state/conversations/inbox/threadTable.ts";
import type { TableColumn } from "../../../../../shared/domain/threadTable.ts";
import { isWaiting } from "../../../../state/conversations/threads/threads.ts";
import type { ShownThread } from "../../../../state/conversations/threads/threads.ts";
import { describeResolution, resolutionNames } from "../../threads/describeResolution.ts";
import { statusNames } from "../choiceNames.ts";
import { surfaceNames } from "../../../../parts/surfaceNames.ts";
import { priorityNames } from "../filters.ts";
import { LabelMark } from "../labels/LabelMark.tsx";
import { ReplyDue } from "../../threads/ReplyDue.tsx";
import { SaidCell } from "./SaidCell.tsx";

interface Cell {
  id: string;
  thread: ShownThread;
  labels: readonly Snapshot<Label>[];
  now: number;
}

/** How many labels show in a row; the rest are counted, and named on hover. */
const shownLabels = 2;
const nothing = <span className={visuallyHidden}>None</span>;

/** Draws what a conversation has in a column. */
export function drawCell(cell: Cell): ReactNode {
  const draw = cells[cell.id as TableColumn] as ((cell: Cell) => ReactNode) | undefined; // a field's has none
  return draw ? draw(cell) : drawField(cell);
}

const cells: Record<TableColumn, (cell: Cell) => ReactNode> = {
  message: ({ thread }) => <SaidCell thread={thread} />,
  unread: ({ thread: { unread } }) => (unread > 0 ? <b>{unread > 99 ? "99+" : unread}</b> : nothing),
  status: drawStatus,
  answers: drawAnswers,
  priority: ({ thread: { priority } }) => {
    if (priority === "none") return nothing;
    const tone = ({ urgent: "danger", high: "warning" } as Record<string, BadgeTone>)[priority];
    return <Badge tone={tone ?? "neutral"}>{priorityNames[priority]}</Badge>;
  },
  labels: drawLabels,
  due: ({ thread }) => (thread.replyDueAt === null ? nothing : <ReplyDue thread={thread} />),
  waiting: ({ thread: { waitingSince }, now }) => drawTime(waitingSince, now),
  rating: ({ thread: { rating } }) =>
    rating ? (
      <span data-rating="" title={rating.remark || undefined}>
        <Icon path={star} isFilled />
        {rating.score}
        <span className={visuallyHidden}> of {maxScore}</span>
      </span>
    ) : (
      nothing
    ),
  resolution: ({ thread: { resolution } }) =>
    resolution ? (
      <span title={describeResolution(resolution)}>{resolutionNames[resolution.is]}</span>
    ) : (
      nothing
    ),
  surface: ({ thread: { surface } }) => surfaceNames[surface] ?? surface,
  created: ({ thread: { createdAt }, now }) => (
    <time dateTime={new Date(createdAt).toISOString()} title={describeDateTime(createdAt)}>
      {describeMoment(createdAt, now)}
    </time>
  ),
  activity: ({ thread: { lastActivityAt }, now }) => drawTime(lastActivityAt, now),
};

function drawStatus({ thread: { status, snoozedUntil }, now }: Cell): ReactNode {
  switch (status) {
    case "open":
      return <Badge tone="accent">{statusNames.open}</Badge>;
    case "pending":
      return <Badge>{statusNames.pending}</Badge>;
    case "snoozed":
      return (
        <span title={`Until ${describeMoment(snoozedUntil ?? now, now)}`}>
          <Badge>
            <Clock size={12} aria-hidden />
            {statusNames.snoozed}
          </Badge>
        </span>
      );
    case "resolved":
      return (
        <Badge tone="success">
          <Check size={12} aria-hidden />
          {statusNames.resolved}
        </Badge>
      );
    default:
      return status satisfies never;
  }
}

/** Who answers, and below whose concern it is. */
function drawAnswers({ thread, now }: Cell): ReactNode {
  const { handledBy, assignee, team, personRequestedAt } = thread;
  const name = handledBy === "ai" ? "Agent" : (assignee?.name ?? "Unassigned");
  return (
    <span data-lines="">
      {isWaiting(thread) ? (
        <span>
          <Badge tone="danger">
            <Hand size={12} aria-hidden />
            Asked {formatRelativeTime(personRequestedAt ?? now, now, { style: "narrow" })}
          </Badge>
        </span>
      ) : (
        <bdi data-soft={handledBy === "ai" ? "" : undefined} title={name}>
          {name}
        </bdi>
      )}
      {team && (
        <small>
          <bdi title={team.name}>{team.name}</bdi>
        </small>
      )}
    </span>
  );
}

function drawLabels({ thread: { labelIds }, labels }: Cell): ReactNode {
  const own = labels.filter(({ id }) => labelIds.includes(id));
  const rest = own.slice(shownLabels).map(({ name }) => name);
  if (own.length === 0) return nothing;
  return (
    <span data-labels="">
      {own.slice(0, shownLabels).map((label) => (
        <LabelMark key={label.id} label={label} />
      ))}
      {rest.length > 0 && (
        <small title={rest.join(", ")}>
          <span aria-hidden="true">+{rest.length}</span>
          <span className={visuallyHidden}>{rest.join(", ")}</span>
        </small>
      )}
    </span>
  );
}

function drawTime(at: number | null, now: number): ReactNode {
  if (at === null) return nothing;
  return (
    <time dateTime={new Date(at).toISOString()} title={describeDateTime(at)}>
      {formatRelativeTime(at, now)}
    </time>
  );
}

function drawField({ id, thread: { customFields } }: Cell): ReactNode {
  const [, value] = Object.entries(customFields).find(([key]) => nameFieldColumn(key) === id) ?? [];
  if (value === undefined) return nothing;
  const text = typeof value === "boolean" ? (value ? "Yes" : "No") : String(value);
  return (
    <bdi data-number={typeof value === "number" ? "" : undefined} title={text}>
      {text}
    </bdi>
  );
}
