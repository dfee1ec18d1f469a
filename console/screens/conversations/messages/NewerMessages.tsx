import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { Button } from "../../../../shared/ui/Button.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../parts/useAction.ts";
import type { ThreadPlace } from "../../../state/conversations/threads/conversation.ts";
import {
  loadNewerMessages,
  showNewestMessages,
} from "../../../state/conversations/messages/messageWindow.ts";
import { useGoToNewest } from "./useGoToNewest.ts";
import { usePending } from "./usePending.ts";

/** Below messages that are not the newest: the ways on. A reply leads to its place. */
export function NewerMessages({ place }: { place: ThreadPlace }): ReactNode {
  const { orgId, agentId, threadId } = place;
  const pending = usePending(threadId).map(({ clientId }) => clientId);
  // One that waited before, for days perhaps, keeps nobody from what they were led to.
  const [waited] = useState(pending);
  const isReplying = pending.some((id) => !waited.includes(id));
  const goToNewest = useGoToNewest(place);
  const newer = useAction(() => loadNewerMessages(place));
  useEffect(() => {
    if (isReplying) void showNewestMessages({ orgId, agentId, threadId });
  }, [isReplying, orgId, agentId, threadId]);
  return (
    <div className={frame}>
      <Button kind="quiet" size="small" isBusy={newer.isBusy} onClick={() => newer.run()}>
        Show newer messages
      </Button>
      <Button size="small" onClick={goToNewest}>
        Go to the newest
      </Button>
      {newer.error && <ErrorNotice error={newer.error} />}
    </div>
  );
}

const frame = css`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: 8px;
`;
