import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Message } from "../../shared/contract/conversations/conversations.ts";
import { MessageBubble } from "../../shared/ui/MessageBubble.tsx";
import { widgetWords } from "../../shared/words/widget.ts";
import { sentenceOf } from "../session/sentences.ts";
import { useActions } from "./actions.ts";
import { AnswerBody } from "./AnswerBody.tsx";
import { AnswerActions } from "./AnswerActions.tsx";
import { useConfiguration } from "./configuration.ts";
import { Trouble } from "./Trouble.tsx";

export interface AgentMessageProps {
  message: Snapshot<Message>;
  time: string;
  hasHeader: boolean;
  isLast: boolean;
}

/** What the agent answered: while it comes, whole, or with what went wrong and the way on. */
export function AgentMessage({ message, time, hasHeader, isLast }: AgentMessageProps): ReactNode {
  const configuration = useConfiguration();
  const actions = useActions();
  const { id, content, status, error } = message;
  // While nothing is written yet, the dots stand in its place.
  if (status === "streaming" && content === "") return null;
  const reason =
    status === "failed"
      ? error
        ? sentenceOf(error)
        : widgetWords.failed
      : status === "stopped"
        ? widgetWords.stopped
        : "";
  const retry = isLast ? () => actions.retryAnswer(id) : undefined;
  const trouble = reason && <Trouble reason={reason} isQuiet={status === "stopped"} onRetry={retry} />;
  if (content === "") return trouble;
  return (
    <MessageBubble
      author={configuration?.settings.title ?? widgetWords.assistant}
      side="other"
      time={time}
      hasHeader={hasHeader}
      isBusy={status === "streaming"}
      footer={
        <>
          {trouble}
          {status !== "streaming" && (
            <AnswerActions message={message} time={hasHeader ? "" : time} isLast={isLast} />
          )}
        </>
      }
    >
      <AnswerBody message={message} />
    </MessageBubble>
  );
}
