import { Suspense } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { ArrowLeft, Check, CheckCheck, Info, RotateCcw } from "lucide-react";
import { Badge } from "../../../../shared/ui/Badge.tsx";
import { Button } from "../../../../shared/ui/Button.tsx";
import { IconButton } from "../../../../shared/ui/IconButton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { isWaiting } from "../../../state/conversations/threads/threads.ts";
import type { ShownThread } from "../../../state/conversations/threads/threads.ts";
import { useIsHere } from "../visitors/useIsHere.ts";
import type { ThreadDialogName } from "./ThreadDialogs.tsx";
import { useIsInCall } from "./useIsInCall.ts";
import type { ThreadActions } from "./useThreadActions.ts";
import { ThreadMore } from "./asides.ts";
import { ReplyDue } from "./ReplyDue.tsx";
import { MutedMark } from "./MutedMark.tsx";

interface ThreadHeadProps {
  thread: ShownThread;
  /** Where the list is, for phones. */
  back: string;
  actions: ThreadActions;
  /** The agent answers nobody. */
  isPaused: boolean;
  mayReply: boolean;
  showsDetails: boolean;
  onDetails: () => void;
  onAsk: (name: ThreadDialogName) => void;
}

/** Whose conversation it is, who answers, and what can be decided about it. */
export function ThreadHead(props: ThreadHeadProps): ReactNode {
  const { thread, back, actions, isPaused, mayReply, showsDetails, onDetails, onAsk } = props;
  const { contact, handledBy, assignee, status, preview } = thread;
  const isResolved = status === "resolved";
  const isHere = useIsHere(contact.id);
  const isInCall = useIsInCall();
  return (
    <header className={head}>
      <Link href={back} aria-label="Back to the list" title="Back to the list">
        <ArrowLeft size={18} aria-hidden />
      </Link>
      <div>
        <h2 dir="auto" title={contact.name}>
          {contact.name}
        </h2>
        <p>
          {thread.replyDueAt !== null && <ReplyDue thread={thread} />}
          {preview && <Badge>Preview</Badge>}
          {status === "snoozed" && <Badge>Snoozed</Badge>}
          {status === "pending" && <Badge>Pending</Badge>}
          {isResolved ? (
            <Badge tone="success">Resolved</Badge>
          ) : isWaiting(thread) ? null : assignee ? (
            <Badge tone="warning" hasDot>
              <bdi title={assignee.name}>{assignee.name}</bdi> answers
            </Badge>
          ) : handledBy === "human" ? (
            <Badge tone="warning">Unassigned</Badge>
          ) : isPaused && !preview ? (
            <Badge tone="warning" hasDot>
              The agent is paused
            </Badge>
          ) : (
            <Badge tone="accent" hasDot>
              The agent answers
            </Badge>
          )}
          {(isInCall || isHere) && (
            <Badge tone="success" hasDot>
              {isInCall ? "In a call" : "Here now"}
            </Badge>
          )}
          <MutedMark id={thread.id} />
        </p>
      </div>
      {mayReply && (
        <Button
          size="small"
          isBusy={actions.isBusy}
          aria-label={isResolved ? "Reopen" : "Resolve"}
          icon={isResolved ? <RotateCcw size={15} aria-hidden /> : <Check size={15} aria-hidden />}
          onClick={() => void actions.run(isResolved ? "reopen" : "resolve")}
        >
          <span className={word}>{isResolved ? "Reopen" : "Resolve"}</span>
        </Button>
      )}
      {mayReply && !isResolved && (
        <span className={next}>
          <IconButton
            label="Resolve and open the next"
            size="small"
            onClick={() => void actions.run("resolveAndNext")}
          >
            <CheckCheck size={18} aria-hidden />
          </IconButton>
        </span>
      )}
      {mayReply && (
        <Suspense fallback={<span className={more} />}>
          <ThreadMore thread={thread} actions={actions} onAsk={onAsk} />
        </Suspense>
      )}
      <span className={details}>
        <IconButton
          label={showsDetails ? "Show the conversation" : "Show details"}
          size="small"
          aria-pressed={showsDetails}
          onClick={onDetails}
        >
          <Info size={18} aria-hidden />
        </IconButton>
      </span>
    </header>
  );
}

const head = css`
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 60px;
  padding: 8px 12px 8px 20px;
  border-bottom: 1px solid var(--ph-line);
  & > div {
    flex: 1;
    min-width: 0;
  }
  /* A name from right to left begins at its own side, and stands where others do. */
  & h2 {
    width: fit-content;
    max-width: 100%;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-size: var(--ph-text-l);
    font-weight: 600;
    line-height: 1.3;
  }
  /* One line: what has no room beside a long name is left out whole. */
  & p {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    max-height: calc(var(--ph-text-xs) * 1.4 + 6px);
    margin-top: 3px;
    overflow: hidden;
  }
  & p > * {
    max-width: 100%;
  }
  & bdi {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  & > button {
    flex: none;
  }
  & > a {
    display: grid;
    place-items: center;
    flex: none;
    width: 40px;
    height: 40px;
    border-radius: 50%;
    color: var(--ph-text-2);
  }
  & > a:hover {
    background: var(--ph-hover);
  }
  @media (min-width: 769px) {
    & > a {
      display: none;
    }
  }
  @media (max-width: 768px) {
    padding-inline: 6px;
  }
`;
const word = css`
  @media (max-width: 480px) {
    display: none;
  }
`;
/** A phone has no room for it: its list is one step back. */
const next = css`
  @media (max-width: 480px) {
    display: none;
  }
`;
const more = css`
  width: 32px;
`;
const details = css`
  @container inbox (min-width: 1061px) {
    display: none;
  }
`;
