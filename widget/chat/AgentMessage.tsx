import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Message } from "../../shared/contract/conversations/conversations.ts";
import { MessageBubble } from "../../shared/ui/MessageBubble.tsx";
import { widgetWords } from "../../shared/words/widget.ts";
import { sentenceOf } from "../session/sentences.ts";
import { useActions } from "./actions.ts";
import { AnswerBody } from "./AnswerBody.tsx";
import { AnswerActions } from "./AnswerActions.tsx";
import { AttachedFiles } from "./AttachedFiles.tsx";
import { useConfiguration } from "./configuration.ts";
import { createLater } from "./later.ts";
import { Trouble } from "./Trouble.tsx";

/** Few answers come with anything to confirm or to fill in. */
const cards = createLater(() => import("./ActionCards.tsx").then(({ ActionCards }) => ActionCards));

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
  const { id, content, status, error, attachments, actions: asked = [] } = message;
  const hasFiles = attachments.length > 0;
  const hasCards = asked.length > 0;
  const Cards = cards.usePart(hasCards);
  // While nothing is written yet, the dots are in its place.
  if (status === "streaming" && content === "" && !hasCards) return null;
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
  if (content === "" && !hasCards && !hasFiles) return trouble;
  return (
    <MessageBubble
      author={configuration?.settings.title ?? widgetWords.assistant}
      side="other"
      time={time}
      hasHeader={hasHeader}
      isBusy={status === "streaming"}
      attached={
        <>
          {hasFiles && <AttachedFiles files={attachments} />}
          {hasCards && Cards && <Cards actions={asked} />}
        </>
      }
      footer={
        <>
          {trouble}
          {status !== "streaming" && content !== "" && (
            <AnswerActions message={message} time={hasHeader ? "" : time} isLast={isLast} />
          )}
        </>
      }
    >
      {content === "" ? "" : <AnswerBody message={message} />}
    </MessageBubble>
  );
}
