import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Message } from "../../shared/contract/conversations/conversations.ts";
import { Avatar } from "../../shared/ui/Avatar.tsx";
import { MessageBubble } from "../../shared/ui/MessageBubble.tsx";
import { css } from "../../shared/ui/style/css.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { AnswerBody } from "./AnswerBody.tsx";
import { AttachedFiles } from "./AttachedFiles.tsx";

export interface PersonMessageProps {
  message: Snapshot<Message>;
  time: string;
  hasHeader: boolean;
}

/** What a member wrote, under their name. */
export function PersonMessage({ message, time, hasHeader }: PersonMessageProps): ReactNode {
  const { content, attachments } = message;
  const name = message.author?.name ?? widgetWords.support;
  return (
    <MessageBubble
      author={name}
      side="other"
      time={time}
      hasHeader={hasHeader}
      avatar={hasHeader ? <Avatar name={name} size={28} /> : <span className={noAvatar} />}
      attached={attachments.length > 0 ? <AttachedFiles files={attachments} /> : undefined}
    >
      {/* Files may be all that was said. */}
      {content && <AnswerBody message={message} />}
    </MessageBubble>
  );
}

const noAvatar = css`
  display: block;
  width: 28px;
`;
