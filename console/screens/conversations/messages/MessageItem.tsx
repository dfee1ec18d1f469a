import { Suspense, memo } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Sparkle } from "lucide-react";
import { describeMoment } from "../../../parts/describeMoment.ts";
import { Avatar } from "../../../../shared/ui/Avatar.tsx";
import { CitationList } from "../../../../shared/ui/CitationList.tsx";
import { MessageBubble } from "../../../../shared/ui/MessageBubble.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TypingDots } from "../../../../shared/ui/TypingDots.tsx";
import { AgentIcon } from "../../../parts/AgentIcon.tsx";
import { useQuery } from "../../../parts/useQuery.ts";
import type { ShownMessage, ThreadPlace } from "../../../state/conversations/threads/conversation.ts";
import { AnswerText } from "../answers/AnswerText.ts";
import { describeEvent } from "../threads/describeEvent.ts";
import { EditedMark } from "./EditedMark.tsx";
import { FeedbackMark } from "../answers/FeedbackMark.tsx";
import { TeamBubble } from "./TeamBubble.tsx";
import {
  ActionCards,
  CallRecording,
  MessageAside,
  MessageFiles,
  MessageTranslation,
} from "../threads/asides.ts";
import { NoteItem } from "./NoteItem.tsx";

interface MessageItemProps {
  message: ShownMessage;
  place: ThreadPlace;
  names: { agent: string; contact: string };
  agentIcon: string;
  hasHeader: boolean;
  /** The newest of the team's replies that the visitor has read. */
  isRead: boolean;
}

/** One message as the team sees it: the visitor's at the start, the agent's and the team's at the end. */
export const MessageItem = memo(function MessageItem(props: MessageItemProps): ReactNode {
  const { message, place, names, agentIcon, hasHeader, isRead } = props;
  // It stays in one piece beside a long name.
  const time = describeMoment(message.createdAt).replaceAll(" ", "\u00a0");
  if (message.kind === "event") {
    return (
      <MessageBubble author="Event" side="event" time={time}>
        {describeEvent(message)} · {time}
        {message.attachments.length > 0 && (
          <Suspense fallback={null}>
            <CallRecording message={message} names={names} />
          </Suspense>
        )}
      </MessageBubble>
    );
  }
  if (message.audience) {
    return (
      <Suspense fallback={null}>
        <NoteItem message={message} place={place} />
      </Suspense>
    );
  }
  const aside = (
    <Suspense fallback={null}>
      <MessageAside message={message} place={place} />
    </Suspense>
  );
  const translation = (
    <Suspense fallback={null}>
      <MessageTranslation message={message} place={place} />
    </Suspense>
  );
  const { content, attachments, editedAt, actions = [] } = message;
  const cards = actions.length > 0 && (
    <Suspense fallback={null}>
      <ActionCards actions={actions} place={place} />
    </Suspense>
  );
  const isTeam = message.role === "support";
  const files = attachments.length > 0 && (
    <Suspense fallback={null}>
      <MessageFiles files={attachments} {...(message.role === "user" && { said: { place, message } })} />
    </Suspense>
  );
  if (message.role === "assistant") {
    return (
      <div className={answer}>
        <MessageBubble
          author={names.agent}
          side="other"
          time={time}
          hasHeader={hasHeader}
          avatar={hasHeader ? <AgentIcon icon={agentIcon} size={28} /> : <span className={gap} />}
          isBusy={message.status === "streaming"}
          attached={
            <>
              {cards}
              {files}
              {translation}
            </>
          }
          footer={<AnswerFoot message={message} />}
          aside={aside}
        >
          {(cards || files) && message.content === "" ? "" : <AnswerBody message={message} />}
        </MessageBubble>
      </div>
    );
  }
  const author = isTeam ? (message.author?.name ?? "Team") : names.contact;
  const shown = {
    ...{ author, time, hasHeader },
    avatar: hasHeader ? <Avatar name={author} size={28} /> : <span className={gap} />,
  };
  if (isTeam) {
    return (
      <TeamBubble
        {...shown}
        footer={isRead ? "Read" : undefined}
        attached={
          <>
            {files}
            {translation}
          </>
        }
        aside={aside}
      >
        {content && <AnswerBody message={message} />}
      </TeamBubble>
    );
  }
  return (
    <MessageBubble
      {...shown}
      side="other"
      attached={
        <>
          {cards}
          {files}
          {translation}
        </>
      }
      footer={editedAt !== null && <EditedMark message={message} />}
      aside={aside}
    >
      {content === "" ? "" : <span className={plain}>{content}</span>}
    </MessageBubble>
  );
});

function AnswerBody({ message }: { message: ShownMessage }): ReactNode {
  const isStreaming = message.status === "streaming";
  if (isStreaming && message.content === "") return <TypingDots />;
  return <AnswerText text={message.content} citations={message.citations} isStreaming={isStreaming} />;
}

function AnswerFoot({ message }: { message: ShownMessage }): ReactNode {
  const query = useQuery();
  if (message.status === "streaming") return null;
  return (
    <div className={foot}>
      {message.status === "stopped" && <p>Stopped early</p>}
      {message.status === "failed" && (
        <p data-bad="">{message.error?.message ?? "The answer could not be finished."}</p>
      )}
      {message.feedback && <FeedbackMark feedback={message.feedback} />}
      <CitationList citations={message.citations} />
      <Link href={query.link({ why: message.id })}>
        <Sparkle size={13} aria-hidden />
        Why this answer
      </Link>
    </div>
  );
}

const answer = css`
  padding-inline-start: 12%;
  & > article {
    flex-direction: row-reverse;
    padding-inline-end: 0;
  }
  & > article > div:last-child {
    align-items: flex-end;
  }
  & [data-bubble] {
    order: 1;
    border-color: color-mix(in srgb, var(--ph-accent-text) 16%, transparent);
    border-radius: var(--ph-radius-l);
    border-end-end-radius: 4px;
    background: color-mix(in srgb, var(--ph-accent-soft) 45%, var(--ph-surface));
  }
`;
const plain = css`
  white-space: pre-wrap;
`;
const gap = css`
  display: block;
  width: 28px;
`;
const foot = css`
  display: grid;
  justify-items: end;
  gap: 2px;
  max-width: 560px;
  & > p[data-bad] {
    color: var(--ph-danger-text);
  }
  & > a {
    display: inline-flex;
    align-items: center;
    gap: 5px;
    min-height: 24px;
    font-size: var(--ph-text-xs);
    font-weight: 550;
    color: var(--ph-text-2);
    text-decoration: none;
  }
  & > a:hover {
    color: var(--ph-accent-text);
    text-decoration: underline;
  }
  & > details[open] {
    width: 100%;
  }
`;
