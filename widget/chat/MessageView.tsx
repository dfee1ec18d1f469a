import { memo } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Message } from "../../shared/contract/conversations/conversations.ts";
import { formatTime } from "../../shared/format/date.ts";
import { css } from "../../shared/ui/style/css.ts";
import { language } from "../../shared/words/language.ts";
import { answersPart } from "./answersPart.ts";
import { OwnMessage } from "./OwnMessage.tsx";
import { useRest } from "./useRest.ts";

export interface MessageViewProps {
  message: Snapshot<Message>;
  /** The one before was written by somebody else. */
  isFirstOfGroup: boolean;
  /** People answer in this conversation too: then the agent's name stands above what it says. */
  hasPeople: boolean;
  /** Nothing stands below it, so that an answer that went wrong can be tried again. */
  isLast: boolean;
  /** The visitor may edit it. */
  isEditable: boolean;
  /** A person has read it, which is told below the visitor's last message. */
  isRead: boolean;
}

/** One message of the record: the visitor's, the agent's, a person's, or something that happened. */
export const MessageView = memo(function MessageView(props: MessageViewProps): ReactNode {
  const { message, isFirstOfGroup } = props;
  const row = useRest(message.status === "streaming");
  const Answers = answersPart.usePart();
  return (
    <div ref={row} className={group} data-first={isFirstOfGroup || undefined}>
      {draw(props, Answers)}
    </div>
  );
});

function draw(
  { message, isFirstOfGroup, ...rest }: MessageViewProps,
  Answers: typeof import("./answers.ts") | null,
): ReactNode {
  const { role, kind, createdAt } = message;
  const time = formatTime(createdAt, language());
  if (role === "user" && kind !== "event") return <OwnMessage message={message} time={time} {...rest} />;
  if (!Answers) return null;
  const { AgentMessage, EventLine, PersonMessage } = Answers;
  if (kind === "event") return <EventLine message={message} />;
  if (role === "support") return <PersonMessage message={message} time={time} hasHeader={isFirstOfGroup} />;
  return (
    <AgentMessage message={message} time={time} hasHeader={rest.hasPeople && isFirstOfGroup} {...rest} />
  );
}

const group = css`
  contain-intrinsic-block-size: auto 96px;
  &:empty {
    display: none;
  }
  &[data-first]:not(:first-child) {
    padding-top: 10px;
  }
  &[data-rests] {
    content-visibility: auto;
    /* Chromium may draw no picture that was loaded while its row was skipped. */
    &:has(img) {
      content-visibility: visible;
    }
  }
`;
