import { Suspense, useRef, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Lock } from "lucide-react";
import { Avatar } from "../../../../shared/ui/Avatar.tsx";
import { MessageBubble } from "../../../../shared/ui/MessageBubble.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { describeMoment } from "../../../parts/describeMoment.ts";
import { authentication } from "../../../state/accounts/authentication.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import { AnswerText } from "../answers/AnswerText.ts";
import type { MessagePlaceProps } from "./messagePlaceProps.ts";
import { MessageFiles, NoteActions, NoteEditor } from "../threads/asides.ts";

const none: [] = [];

/** A note among the team: its visitor never sees it, and nobody takes it for a reply. Its author may change and delete it, managers delete it. */
export function NoteItem({ message, place }: MessagePlaceProps): ReactNode {
  const { user } = useSnapshot(authentication);
  const item = useRef<HTMLDivElement>(null);
  const [isEdited, setIsEdited] = useState(false);
  const [takesFocus, setTakesFocus] = useState(false);
  const author = message.author?.name ?? "Team";
  const title = message.about?.forAgent ? "Note to the agent" : "Private note";
  const isMine = user !== null && message.author?.id === user._id;
  const handleClose = () => {
    const { activeElement, body } = document;
    // A member who moved elsewhere while it was saved stays there.
    setTakesFocus(activeElement === body || item.current?.contains(activeElement) === true);
    setIsEdited(false);
  };
  return (
    <div ref={item} className={note}>
      <MessageBubble
        author={`${title} by ${author}`}
        side="own"
        time={describeMoment(message.createdAt)}
        avatar={<Avatar name={author} size={28} />}
        footer={<NoteFoot message={message} />}
        aside={
          (isMine || mayDo("conversations.manage")) &&
          !isEdited && (
            <Suspense fallback={null}>
              <NoteActions
                message={message}
                place={place}
                onEdit={isMine ? () => setIsEdited(true) : undefined}
                autoFocus={takesFocus}
              />
            </Suspense>
          )
        }
      >
        <p>
          <Lock size={12} aria-hidden />
          <b>{title}</b> {author} · {describeMoment(message.createdAt)}
        </p>
        {isEdited ? (
          <Suspense fallback={<AnswerText text={message.content} citations={none} />}>
            <NoteEditor message={message} place={place} onClose={handleClose} />
          </Suspense>
        ) : (
          message.content && <AnswerText text={message.content} citations={none} />
        )}
        {/* Within its frame: they are as private as it is. */}
        {message.attachments.length > 0 && (
          <Suspense fallback={null}>
            <MessageFiles files={message.attachments} />
          </Suspense>
        )}
      </MessageBubble>
    </div>
  );
}

function NoteFoot({ message }: Pick<MessagePlaceProps, "message">): ReactNode {
  const named = (message.about?.mentions ?? []).map(({ name }) => name).join(", ");
  const isEdited = message.editedAt !== null;
  if (!named) return isEdited && "Edited";
  return `${isEdited ? "Edited · " : ""}Names ${named}`;
}

const note = css`
  & [data-bubble] {
    border: 1px dashed var(--ph-warning-text);
    background: var(--ph-warning-soft);
    color: var(--ph-text);
    white-space: normal;
  }
  & [data-bubble] > p {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 5px;
    margin-bottom: 3px;
    font-size: var(--ph-text-xs);
    color: var(--ph-warning-text);
  }
  & [data-bubble] > ul {
    margin-top: 6px;
    justify-content: flex-start;
  }
`;
