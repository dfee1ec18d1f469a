import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { useSnapshot } from "valtio";
import { MessageBubble } from "../../shared/ui/MessageBubble.tsx";
import { css } from "../../shared/ui/style/css.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { chat, type Pending } from "../session/state.ts";
import { useActions } from "./actions.ts";
import { answersPart } from "./answersPart.ts";
import { Trouble } from "./Trouble.tsx";

/** A message that the server does not have yet, with what keeps it. */
export function PendingView({ pending }: { pending: Snapshot<Pending> }): ReactNode {
  const { clientId, content, attachments, delivery, error } = pending;
  const { isOnline } = useSnapshot(chat);
  const actions = useActions();
  const Answers = answersPart.usePart();
  const waiting = isOnline ? widgetWords.waitingToSend : widgetWords.waiting;
  const isWaiting = delivery === "waiting" || (delivery === "sending" && !isOnline);
  const footer =
    delivery === "failed" ? (
      <Trouble
        reason={error ? `${widgetWords.notSent}. ${error}` : widgetWords.notSent}
        onRetry={() => actions.retrySend(clientId)}
      />
    ) : (
      isWaiting && waiting
    );
  return (
    <div className={row} data-pale={delivery !== "sending" || undefined}>
      <MessageBubble
        author={widgetWords.you}
        side="own"
        footer={footer || undefined}
        attached={
          attachments.length > 0 && Answers ? <Answers.AttachedFiles files={attachments} /> : undefined
        }
      >
        {content}
      </MessageBubble>
    </div>
  );
}

const row = css`
  padding-top: 10px;
  & div {
    justify-content: flex-end;
  }
  &[data-pale] [data-bubble] {
    background: var(--ph-accent-soft);
    color: var(--ph-accent-text);
  }
`;
