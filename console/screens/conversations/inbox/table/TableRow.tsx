import type { MouseEvent, ReactNode } from "react";
import type { Snapshot } from "valtio";
import { BadgeCheck } from "lucide-react";
import { Link } from "wouter";
import { addressOf } from "../../../../../shared/domain/contactFields.ts";
import type { Label } from "../../../../../shared/contract/conversations/conversations.ts";
import { Avatar } from "../../../../../shared/ui/Avatar.tsx";
import { Badge } from "../../../../../shared/ui/Badge.tsx";
import { visuallyHidden } from "../../../../../shared/ui/style/visuallyHidden.ts";
import { follow } from "../../../../parts/follow.ts";
import { useNow } from "../../../../parts/useNow.ts";
import { rowMark } from "../../../../parts/walkRows.ts";
import type { AgentPlace } from "../../../../state/shell/paths.ts";
import type { ShownThread } from "../../../../state/conversations/threads/threads.ts";
import { linkToThread } from "../filters.ts";
import { ThreadBox } from "../ThreadBox.tsx";
import { useIsHere } from "../../visitors/useIsHere.ts";
import { drawCell } from "./drawCell.tsx";
import { MutedMark } from "../../threads/MutedMark.tsx";

interface TableRowProps {
  thread: ShownThread;
  place: AgentPlace;
  columnIds: readonly string[];
  labels: readonly Snapshot<Label>[];
  maySelect: boolean;
  isChosen: boolean;
}

/** One conversation of the table; its visitor's name is the link, and the rest of the row leads there by pointer. */
export function TableRow(props: TableRowProps): ReactNode {
  const { thread, place, columnIds, labels, maySelect, isChosen } = props;
  const now = useNow();
  const isHere = useIsHere(thread.contact.id);
  const { contact, unread, preview } = thread;
  const address = addressOf(contact);
  const href = linkToThread(place, thread.id);
  const handleClick = (event: MouseEvent<HTMLElement>) => {
    const isOnControl = event.target instanceof Element && event.target.closest("a, label, input, button");
    const isMarking = getSelection()?.isCollapsed === false;
    if (!isOnControl && !isMarking) follow(event, href);
  };
  return (
    <tr
      data-unread={unread > 0 ? "" : undefined}
      data-chosen={isChosen ? "" : undefined}
      onClick={handleClick}
    >
      {maySelect && (
        <td data-column="box">
          <ThreadBox id={thread.id} name={contact.name} />
        </td>
      )}
      <th scope="row" data-column="visitor">
        <span data-here={isHere ? "" : undefined}>
          <span data-picture="" aria-hidden="true">
            <Avatar name={contact.name} size={28} />
          </span>
          <span>
            <Link href={href} title={contact.name} {...{ [rowMark]: thread.id }}>
              <bdi>{contact.name}</bdi>
              {isHere && <span className={visuallyHidden}>, here now</span>}
              {unread > 0 && <span className={visuallyHidden}>, {unread} unread</span>}
            </Link>
            {address && (
              <small>
                <bdi>{address}</bdi>
              </small>
            )}
          </span>
          {contact.verified && <BadgeCheck size={14} role="img" aria-label="Verified by your site" />}
          {preview && <Badge>Preview</Badge>}
          <MutedMark id={thread.id} isSign />
        </span>
      </th>
      {columnIds.map((id) => (
        <td key={id} data-column={id}>
          {drawCell({ id, thread, labels, now })}
        </td>
      ))}
    </tr>
  );
}
