import { useEffect, useState } from "react";
import { getUnread } from "../../../shared/contract/threadCounts.ts";
import { client } from "../../state/client.ts";
import { live, watchAgent } from "../../state/live.ts";
import type { AgentPlace } from "../../state/paths.ts";

/** Many conversations move in a moment: they are counted once after them. */
const settleMs = 1000;
/** Without live events they are counted so often. */
const pollEveryMs = 5000;

/** Gives how many conversations of an agent have something new for the user; what can't be counted counts as none. */
export function useUnread({ orgId, agentId }: AgentPlace): number {
  const [unread, setUnread] = useState(0);
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      client
        .call(getUnread, { params: { orgId, productId: agentId } })
        .then(({ data }) => isOver || setUnread(data.unread))
        .catch(() => {});
    };
    const readSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        read();
      }, settleMs);
    };
    read();
    const stopHearing = watchAgent(agentId, {
      onEvent: ({ type }) => (type === "thread" || type === "threadGone") && readSoon(),
      onReadAfresh: read,
      hearsHidden: true,
    });
    const polling = setInterval(() => {
      if (!live.isLive && !document.hidden) read();
    }, pollEveryMs);
    return () => {
      isOver = true;
      stopHearing();
      clearTimeout(timer);
      clearInterval(polling);
    };
  }, [orgId, agentId]);
  return unread;
}
