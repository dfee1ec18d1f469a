import { useEffect, useState } from "react";
import { useSnapshot } from "valtio";
import { showBadge } from "../../../shared/client/showBadge.ts";
import { agents } from "../../state/agents/agents.ts";
import { ageUnread, allUnread } from "../../state/conversations/inbox/allUnread.ts";

/**
 * Puts on the app's icon what all agents of the organization that it shows have, and nothing until that is known: the
 * current value is outdated, or another organization's. While nobody looks, what a push put there stays.
 */
export function useBadge(): void {
  const { items } = useSnapshot(agents);
  const { of } = useSnapshot(allUnread);
  const [isSeen, setIsSeen] = useState(!document.hidden);
  const isCounted = items.length > 0 && items.every(({ id }) => of[id]?.isOld === false);
  const sum = Object.values(of).reduce((total, { unread }) => total + unread, 0);
  const shown = isCounted ? sum : null;
  useEffect(() => {
    const follow = () => {
      ageUnread();
      setIsSeen(!document.hidden);
    };
    document.addEventListener("visibilitychange", follow);
    return () => document.removeEventListener("visibilitychange", follow);
  }, []);
  useEffect(() => {
    if (isSeen || shown !== null) void showBadge(shown ?? 0);
  }, [isSeen, shown]);
}
