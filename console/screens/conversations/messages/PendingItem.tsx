import type { MouseEventHandler, ReactNode } from "react";
import type { Snapshot } from "valtio";
import { css } from "../../../../shared/ui/style/css.ts";
import type { UnsentReply } from "../../../state/conversations/messages/outbox.ts";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { AnswerText } from "../answers/AnswerText.ts";
import { TeamBubble } from "./TeamBubble.tsx";
import { FileNames } from "../files/FileNames.tsx";

const none: [] = [];

type Actions = typeof import("../../../state/conversations/messages/replies.ts");

/** A reply on its way, or one that was not sent, with the reason, whether it goes out by itself, and what can be done. */
export function PendingItem({ pending }: { pending: Snapshot<UnsentReply> }): ReactNode {
  const { clientId, content, attachments, error, isSending, resolvesFrom } = pending;
  // These keep the focus while a retry is on its way.
  const held = { "aria-disabled": isSending };
  return (
    <TeamBubble
      author="You"
      isBusy={!error}
      attached={attachments.length > 0 && <FileNames files={attachments} />}
      footer={
        error ? (
          <span className={failed} role="alert">
            Not sent: {error.message} {!error.isFinal && "It will be sent when the connection is back. "}
            {resolvesFrom !== undefined && "It also resolves the conversation. "}
            <button type="button" onClick={leaveFor(({ retryReply }) => retryReply(clientId))}>
              {error.code === "conflict" ? "Send anyway" : "Try again"}
            </button>
            <button type="button" {...held} onClick={() => act(({ editReply }) => editReply(clientId))}>
              Edit
            </button>
            <button
              type="button"
              {...held}
              onClick={isSending ? undefined : leaveFor(({ dropReply }) => dropReply(clientId))}
            >
              Delete
            </button>
          </span>
        ) : (
          "Sending…"
        )
      }
    >
      {content && <AnswerText text={content} citations={none} />}
    </TeamBubble>
  );
}

/** The button goes away with what it does: the messages around it take the focus. */
function leaveFor(work: (actions: Actions) => void): MouseEventHandler {
  return ({ currentTarget }) => {
    currentTarget.closest<HTMLElement>("[role=log]")?.focus({ preventScroll: true });
    act(work);
  };
}

/** It is there with the field in which replies are written, and who only reads waits for none of it. */
function act(work: (actions: Actions) => void): void {
  import("../../../state/conversations/messages/replies.ts").then(work, () =>
    showToast("This needs the network. Please try again."),
  );
}

const failed = css`
  color: var(--ph-danger-text);
  & > button {
    min-height: 24px;
    margin-inline-start: 6px;
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    font-weight: 600;
    text-decoration: underline;
    cursor: pointer;
    &[aria-disabled="true"] {
      opacity: 0.5;
    }
  }
`;
