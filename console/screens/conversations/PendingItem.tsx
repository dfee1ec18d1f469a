import { Suspense, lazy } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { css } from "../../../shared/ui/style/css.ts";
import type { PendingReply, ThreadPlace } from "../../state/conversation.ts";
import { dropReply, retryReply } from "../../state/replies.ts";
import { AnswerText } from "./AnswerText.ts";
import { TeamBubble } from "./TeamBubble.tsx";

/** Not with every reply. */
const FileNames = lazy(() => import("./FileNames.tsx"));

const none: [] = [];

/** A reply on its way, or one that was not sent, with the reason and the way to send it again. */
export function PendingItem({
  pending,
  place,
}: {
  pending: Snapshot<PendingReply>;
  place: ThreadPlace;
}): ReactNode {
  const { clientId, content, attachments, error } = pending;
  return (
    <TeamBubble
      author="You"
      isBusy={!error}
      attached={
        attachments.length > 0 && (
          <Suspense fallback={null}>
            <FileNames files={attachments} />
          </Suspense>
        )
      }
      footer={
        error ? (
          <span className={failed} role="alert">
            Not sent: {error.message}{" "}
            <button type="button" onClick={() => void retryReply(place, clientId)}>
              {error.code === "conflict" ? "Send anyway" : "Try again"}
            </button>
            <button type="button" onClick={() => dropReply(clientId)}>
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
  }
`;
