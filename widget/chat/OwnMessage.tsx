import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Message } from "../../shared/contract/conversations/conversations.ts";
import { Icon } from "../../shared/ui/Icon.tsx";
import { pencil } from "../../shared/ui/iconPaths.ts";
import { MessageBubble } from "../../shared/ui/MessageBubble.tsx";
import { widgetWords } from "../../shared/words/widget.ts";
import { useActions } from "./actions.ts";
import { actionStyle } from "./actionStyle.ts";
import { answersPart } from "./answersPart.ts";

export interface OwnMessageProps {
  message: Snapshot<Message>;
  time: string;
  isEditable: boolean;
  isRead: boolean;
}

/** What the visitor wrote, with the files that went along. */
export function OwnMessage({ message, time, isEditable, isRead }: OwnMessageProps): ReactNode {
  const { id, content, attachments, editedAt } = message;
  const actions = useActions();
  const Answers = answersPart.usePart();
  const marks = [editedAt !== null && widgetWords.edited, isRead && widgetWords.read].filter(Boolean);
  const edit = isEditable && (
    <button
      type="button"
      className={actionStyle}
      data-hides=""
      aria-label={widgetWords.edit}
      title={widgetWords.edit}
      onClick={() => actions.beginEdit(id)}
    >
      <Icon path={pencil} />
    </button>
  );
  return (
    <MessageBubble
      author={widgetWords.you}
      side="own"
      time={time}
      aside={edit || undefined}
      footer={marks.length > 0 ? marks.join(" · ") : undefined}
      attached={attachments.length > 0 && Answers ? <Answers.AttachedFiles files={attachments} /> : undefined}
    >
      {content}
    </MessageBubble>
  );
}
