import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { whenReachableAgain } from "../../../state/platform/connection.ts";
import { conversation } from "../../../state/conversations/threads/conversation.ts";
import type { ThreadPlace } from "../../../state/conversations/threads/conversation.ts";
import { markRead, markReadAgain } from "../../../state/conversations/threads/markRead.ts";

/** Has a conversation marked as read while the end of what was said is in sight, in a tab that somebody looks at. */
export function useMarkRead(
  { orgId, agentId, threadId }: ThreadPlace,
  isEndInSight: boolean,
  seesEnd: () => boolean,
): void {
  const { thread } = useSnapshot(conversation);
  useEffect(() => {
    if (!isEndInSight) return undefined;
    const mark = () => void markRead({ orgId, agentId, threadId });
    if (seesEnd()) return mark();
    // It was just led away from its end, or what came late to a message is followed by the next picture.
    const look = requestAnimationFrame(() => seesEnd() && mark());
    return () => cancelAnimationFrame(look);
  }, [thread, isEndInSight, seesEnd, orgId, agentId, threadId]);
  useEffect(() => {
    if (!isEndInSight) return undefined;
    const markAgain = () => void markReadAgain({ orgId, agentId, threadId });
    const stop = whenReachableAgain(markAgain);
    document.addEventListener("visibilitychange", markAgain);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", markAgain);
    };
  }, [isEndInSight, orgId, agentId, threadId]);
}
