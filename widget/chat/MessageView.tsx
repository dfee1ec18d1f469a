import { memo } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { useSnapshot } from "valtio";
import type { Message } from "../../shared/contract/conversations.ts";
import { formatTime } from "../../shared/format/date.ts";
import { Avatar } from "../../shared/ui/Avatar.tsx";
import { MessageBubble } from "../../shared/ui/MessageBubble.tsx";
import { css } from "../../shared/ui/style/css.ts";
import { fill } from "../../shared/words/language.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { chat } from "../session/state.ts";
import { AnswerBody } from "./AnswerBody.tsx";
import { Trouble } from "./Trouble.tsx";
import { useActions } from "./actions.ts";

export interface MessageViewProps {
  message: Snapshot<Message>;
  /** The one before was written by somebody else. */
  isFirstOfGroup: boolean;
  /** People answer in this conversation too: then the agent's name stands above what it says. */
  hasPeople: boolean;
  /** Nothing stands below it, so that an answer that went wrong can be tried again. */
  isLast: boolean;
}

/** One message of the record: the visitor's, the agent's, a person's, or something that happened. */
export const MessageView = memo(function MessageView(props: MessageViewProps): ReactNode {
  const { message, isFirstOfGroup } = props;
  const { role, kind, author, content, createdAt } = message;
  const time = formatTime(createdAt);
  if (kind === "event") return <EventLine name={content} author={author?.name ?? widgetWords.support} />;
  if (role === "user") {
    return (
      <div className={group} data-first={isFirstOfGroup || undefined}>
        <MessageBubble author={widgetWords.you} side="own" time={time}>
          {content}
        </MessageBubble>
      </div>
    );
  }
  if (role === "support") {
    const name = author?.name ?? widgetWords.support;
    return (
      <div className={group} data-first={isFirstOfGroup || undefined}>
        <MessageBubble
          author={name}
          side="other"
          time={time}
          hasHeader={isFirstOfGroup}
          avatar={isFirstOfGroup ? <Avatar name={name} size={28} /> : <span className={noAvatar} />}
        >
          <AnswerBody message={message} />
        </MessageBubble>
      </div>
    );
  }
  return <AgentMessage {...props} time={time} />;
});

function AgentMessage({
  message,
  isFirstOfGroup,
  hasPeople,
  isLast,
  time,
}: MessageViewProps & { time: string }): ReactNode {
  const { configuration } = useSnapshot(chat);
  const actions = useActions();
  const { id, content, status, error } = message;
  // While nothing is written yet, the dots stand in its place.
  if (status === "streaming" && content === "") return null;
  const reason =
    status === "failed"
      ? (error?.message ?? widgetWords.failed)
      : status === "stopped"
        ? widgetWords.stopped
        : "";
  const retry = isLast ? () => actions.retryAnswer(id) : undefined;
  const trouble = reason && <Trouble reason={reason} isQuiet={status === "stopped"} onRetry={retry} />;
  const name = configuration?.settings.title ?? widgetWords.assistant;
  return (
    <div className={group} data-first={isFirstOfGroup || undefined}>
      {content === "" ? (
        trouble
      ) : (
        <MessageBubble
          author={name}
          side="other"
          time={time}
          hasHeader={hasPeople && isFirstOfGroup}
          isBusy={status === "streaming"}
          footer={trouble || undefined}
        >
          <AnswerBody message={message} />
        </MessageBubble>
      )}
    </div>
  );
}

function EventLine({ name, author }: { name: string; author: string }): ReactNode {
  const { joined, handedBack, resolved, personRequested, personLeft, ended } = widgetWords;
  const sentences: Record<string, string | undefined> = {
    joined,
    handedBack,
    resolved,
    personRequested,
    personLeft,
    ended,
  };
  const sentence = Object.hasOwn(sentences, name) ? sentences[name] : undefined;
  if (!sentence) return null;
  return (
    <div className={event}>
      <MessageBubble author={author} side="event">
        {fill(sentence, { name: author })}
      </MessageBubble>
    </div>
  );
}

const group = css`
  &[data-first]:not(:first-child) {
    margin-top: 10px;
  }
`;
const event = css`
  padding-block: 8px;
`;
const noAvatar = css`
  display: block;
  width: 28px;
`;
