import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import { Clock, Hand, MessageSquareText } from "lucide-react";
import { Button } from "../../../../../shared/ui/Button.tsx";
import { IconButton } from "../../../../../shared/ui/IconButton.tsx";
import { css } from "../../../../../shared/ui/style/css.ts";
import { isWaiting } from "../../../../state/conversations/threads/threads.ts";
import { useDraft } from "./useDraft.ts";
import type { ReplyBarProps } from "./replyBarProps.ts";
import { ReplyComposer } from "./ReplyComposer.tsx";
import { CannedDialog, SendLaterDialog } from "../overlays.ts";

/** Where a member writes to the visitor. The first reply takes over, so the agent and a member never answer together. */
export function ReplyField(props: ReplyBarProps & { isBegun: boolean }): ReactNode {
  const { agentName, isPaused, place, thread, actions, isBegun } = props;
  const [typed, setTyped] = useDraft("reply", place.threadId);
  const [asked, setAsked] = useState<"canned" | "later" | null>(null);
  const [hasTaken, setHasTaken] = useState(false);
  const [timesScheduled, setTimesScheduled] = useState(0);
  const waits = isWaiting(thread);
  const isOffered = thread.handledBy === "ai" || waits;
  const isResolved = thread.status === "resolved";
  const offer = isOffered && (
    <div className={offerRow}>
      <p>
        {isResolved
          ? "This conversation is resolved."
          : waits || (isPaused && !thread.preview)
            ? "Sending a reply takes over."
            : `${agentName} answers here. Sending a reply takes over.`}
      </p>
      <Button
        kind={isResolved ? "primary" : "secondary"}
        size={isResolved ? "medium" : "small"}
        isBusy={actions.isBusy}
        icon={<Hand size={16} aria-hidden />}
        onClick={({ currentTarget }) => {
          // Before it is done: the button goes, and the field takes the focus, now or when it is drawn.
          setHasTaken(true);
          currentTarget.closest("[data-reply]")?.querySelector("textarea")?.focus();
          void actions.run("takeOver");
        }}
        data-take-over=""
      >
        Take over
      </Button>
    </div>
  );
  if (isOffered && isResolved) return offer;
  return (
    <>
      {offer}
      <Suspense fallback={<div className={toWrite} />}>
        <ReplyComposer
          // What opened the dialog can't be pressed then: a fresh field takes the focus.
          key={timesScheduled}
          agentName={agentName}
          place={place}
          thread={thread}
          actions={actions}
          typed={typed}
          onType={setTyped}
          autoFocus={hasTaken || isBegun || timesScheduled > 0}
          tools={(isReady) => (
            <>
              <IconButton label="Canned replies" size="small" onClick={() => setAsked("canned")}>
                <MessageSquareText size={18} aria-hidden />
              </IconButton>
              <IconButton
                label="Send later"
                size="small"
                disabled={!isReady}
                onClick={() => setAsked("later")}
              >
                <Clock size={18} aria-hidden />
              </IconButton>
            </>
          )}
        />
        {/* Beside the composer, and not in it: what is submitted there is no reply. */}
        <Suspense fallback={null}>
          {asked === "canned" && <CannedDialog place={place} onClose={() => setAsked(null)} />}
          {asked === "later" && (
            <SendLaterDialog
              agentName={agentName}
              place={place}
              thread={thread}
              typed={typed}
              onScheduled={() => {
                setTyped("");
                setTimesScheduled(timesScheduled + 1);
              }}
              onClose={() => setAsked(null)}
            />
          )}
        </Suspense>
      </Suspense>
    </>
  );
}

const toWrite = css`
  height: 48px;
`;
const offerRow = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px 16px;
  & > p {
    flex: 1 1 220px;
    color: var(--ph-text-2);
  }
`;
