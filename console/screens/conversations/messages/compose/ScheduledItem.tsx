import { useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { CircleAlert, Clock } from "lucide-react";
import type {
  HeldReason,
  ScheduledReply,
} from "../../../../../shared/contract/conversations/messages/scheduledReply.ts";
import { Button } from "../../../../../shared/ui/Button.tsx";
import { css } from "../../../../../shared/ui/style/css.ts";
import { describeMoment } from "../../../../parts/describeMoment.ts";
import { ErrorNotice } from "../../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../../parts/useAction.ts";
import { authentication } from "../../../../state/accounts/authentication.ts";
import type { ThreadPlace } from "../../../../state/conversations/threads/conversation.ts";
import {
  cancelScheduledReply,
  sendScheduledNow,
} from "../../../../state/conversations/messages/scheduledReplies.ts";
import { MessageFiles } from "../../files/MessageFiles.tsx";
import { ScheduledDialog } from "./ScheduledDialog.tsx";

interface ScheduledItemProps {
  reply: Snapshot<ScheduledReply>;
  place: ThreadPlace;
  contactName: string;
}

/** One reply that waits for its time, or for somebody to decide, with what can be done about it. */
export function ScheduledItem({ reply, place, contactName }: ScheduledItemProps): ReactNode {
  const { id, content, attachments, sendAt, author, held } = reply;
  const { user } = useSnapshot(authentication);
  const [isEdited, setIsEdited] = useState(false);
  const sending = useAction(() => sendScheduledNow(place, id));
  const cancelling = useAction(() => cancelScheduledReply(place, id));
  const error = sending.error ?? cancelling.error;
  const writer = user?._id === author.id ? "you" : author.name;
  return (
    <li className={item} data-held={held ? "" : undefined}>
      <p>
        {held ? <CircleAlert size={14} aria-hidden /> : <Clock size={14} aria-hidden />}
        <span>
          <b>{held ? "Not sent" : `Goes out ${describeMoment(sendAt)}`}</b>
          {held && `: ${describeHeld(held.because, { contactName, author: author.name })}`} · by {writer}
        </span>
      </p>
      {content && <blockquote>{content}</blockquote>}
      {attachments.length > 0 && <MessageFiles files={attachments} />}
      <div>
        <Button size="small" isBusy={sending.isBusy} onClick={() => void sending.run()}>
          Send now
        </Button>
        <Button size="small" kind="quiet" onClick={() => setIsEdited(true)}>
          {held ? "Edit and schedule" : "Edit"}
        </Button>
        <Button size="small" kind="quiet" isBusy={cancelling.isBusy} onClick={() => void cancelling.run()}>
          Cancel sending
        </Button>
      </div>
      {error && <ErrorNotice error={error} />}
      {isEdited && (
        <ScheduledDialog
          reply={reply}
          place={place}
          isMine={user?._id === author.id}
          onClose={() => setIsEdited(false)}
        />
      )}
    </li>
  );
}

/** Why it was not sent, as a part of a sentence. */
function describeHeld(because: HeldReason, names: { contactName: string; author: string }): string {
  switch (because) {
    case "visitorWrote":
      return `${names.contactName} wrote first`;
    case "resolved":
      return "the conversation was resolved";
    case "blocked":
      return `${names.contactName} is blocked`;
    case "authorLeft":
      return `${names.author} can't write here any longer`;
    case "agentGone":
      return "the agent was deleted";
    case "tooLate":
      return "the reply window has closed";
    default:
      return because satisfies never;
  }
}

const item = css`
  display: grid;
  gap: 4px;
  padding: 8px 12px;
  border: 1px dashed var(--ph-line-strong);
  border-radius: var(--ph-radius-s);
  background: var(--ph-surface);
  &[data-held] {
    border-color: var(--ph-warning-text);
    background: var(--ph-warning-soft);
  }
  & > p {
    display: flex;
    gap: 6px;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
    overflow-wrap: anywhere;
  }
  & > p svg {
    flex: none;
    margin-top: 3px;
  }
  & > p b {
    font-weight: 600;
    color: var(--ph-text);
  }
  &[data-held] > p,
  &[data-held] > p b {
    color: var(--ph-warning-text);
  }
  & > blockquote {
    display: -webkit-box;
    margin: 0;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
  & > ul {
    margin-block: 2px;
  }
  & > ul img {
    width: 88px;
    height: 64px;
  }
  & > div {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 8px;
  }
`;
