import { useEffect, useState } from "react";
import { subscribe } from "valtio";
import { toRequestError } from "../../../shared/client/requestError.ts";
import { getUnread } from "../../../shared/contract/conversations/inbox/threadCounts.ts";
import { ageUnread, allUnread, takeUnread } from "../../state/conversations/inbox/allUnread.ts";
import { client } from "../../state/platform/client.ts";
import { live, watchAgent } from "../../state/platform/live.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { quiet } from "../../state/notifications/quiet.ts";

/** Many conversations move in a moment: they are counted once after them. */
const settleMs = 1000;
/** How often they are counted without live events. */
const pollEveryMs = 5000;

/** Gives how many conversations of an agent have something new for the user; what can't be counted counts as none. */
export function useUnread({ orgId, agentId }: AgentPlace): number {
  const [unread, setUnread] = useState(() => allUnread.of[agentId]?.unread ?? 0);
  useEffect(() => {
    let isOver = false;
    let [asked, answered] = [0, 0];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      const number = (asked += 1);
      try {
        const { data } = await client.call(getUnread, { params: { orgId, productId: agentId } });
        // Of two that are under way the older one's answer may come last.
        if (isOver || number < answered) return;
        answered = number;
        setUnread(data.unread);
        takeUnread(agentId, data.unread);
      } catch (thrown) {
        const { code } = toRequestError(thrown);
        if (!isOver) ageUnread();
        // Without a connection it is asked again; an agent that is gone, or no longer accessible to this user, is not.
        if (code === "not_found" || code === "forbidden") clearInterval(polling);
      }
    };
    const readSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void read();
      }, settleMs);
    };
    const polling = setInterval(() => {
      if (!live.isLive && !document.hidden) void read();
    }, pollEveryMs);
    const readOnceSeen = () => {
      if (document.hidden) return;
      // What was asked for before is old by now.
      answered = asked + 1;
      void read();
    };
    document.addEventListener("visibilitychange", readOnceSeen);
    void read();
    let muted = quiet.mutedIds.join();
    const stopWatching = subscribe(quiet, () => {
      // What somebody mutes is no longer news for them.
      if (quiet.mutedIds.join() !== muted) readSoon();
      muted = quiet.mutedIds.join();
    });
    const stopHearing = watchAgent(agentId, {
      onEvent: ({ type }) => (type === "thread" || type === "threadGone") && readSoon(),
      onReadAfresh: () => void read(),
      hearsHidden: true,
    });
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", readOnceSeen);
      stopHearing();
      stopWatching();
      clearTimeout(timer);
      clearInterval(polling);
    };
  }, [orgId, agentId]);
  return unread;
}
