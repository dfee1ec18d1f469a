import { Suspense, lazy, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { Hand } from "lucide-react";
import { Button } from "../../../../shared/ui/Button.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { loadCannedReplies } from "../../../state/cannedReplies.ts";
import { isWaiting } from "../../../state/threads.ts";
import type { ReplyBarProps } from "../ReplyBar.tsx";
import { useDraft } from "./useDraft.ts";

/** Nobody waits for it to take over. */
const ReplyComposer = lazy(() => import("./ReplyComposer.tsx"));

/** Where a person writes to the visitor: after taking over, so that the agent and a person never speak at once. */
export function ReplyField(props: ReplyBarProps & { isBegun: boolean }): ReactNode {
  const { agentName, place, thread, actions, isBegun } = props;
  const [typed, setTyped] = useDraft("reply", place.threadId);
  const [hasTaken, setHasTaken] = useState(false);
  const { orgId, agentId } = place;
  const waits = isWaiting(thread);
  const isOffered = thread.handledBy === "ai" || waits;
  useEffect(() => {
    // They come while the composer does.
    if (!isOffered) void loadCannedReplies({ orgId, agentId });
  }, [isOffered, orgId, agentId]);
  if (isOffered) {
    return (
      <div className={offer}>
        <p>
          {waits
            ? `${agentName} is silent. Take over to write yourself.`
            : thread.status === "resolved"
              ? "This conversation is resolved."
              : `${agentName} answers here. Take over to write yourself; it is silent then.`}
        </p>
        <Button
          kind="primary"
          isBusy={actions.isBusy}
          icon={<Hand size={16} aria-hidden />}
          onClick={() => {
            // Before it is done: the composer takes the focus when it comes, whoever tells of it first.
            setHasTaken(true);
            void actions.run("takeOver");
          }}
          data-take-over=""
        >
          Take over
        </Button>
      </div>
    );
  }
  return (
    <Suspense fallback={<div className={toWrite} />}>
      <ReplyComposer
        agentName={agentName}
        place={place}
        thread={thread}
        typed={typed}
        onType={setTyped}
        autoFocus={hasTaken || isBegun}
      />
    </Suspense>
  );
}

const toWrite = css`
  height: 48px;
`;
const offer = css`
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
