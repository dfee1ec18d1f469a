import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { showBadge } from "../../../shared/client/showBadge.ts";
import { findScope } from "../../../shared/domain/standaloneScope.ts";
import { agents } from "../../state/agents.ts";
import { allUnread } from "../../state/allUnread.ts";

/**
 * Puts on the app's icon what all agents of the organisation that it shows have; before that is known the icon keeps what it
 * says. A push may have put another organisation's number there while nobody looked.
 */
export function useBadge(openId: string | null): void {
  const { items } = useSnapshot(agents);
  const { of, isCounted } = useSnapshot(allUnread);
  const isOnlyOne = openId !== null && openId in of && items.every(({ id }) => id === openId);
  const sum = Object.values(of).reduce((total, { unread }) => total + unread, 0);
  const shown = isCounted || isOnlyOne ? sum : null;
  useEffect(() => {
    if (shown === null || !findScope(location.pathname)) return;
    const show = () => void showBadge(shown);
    const showAgain = () => void (document.hidden || show());
    show();
    document.addEventListener("visibilitychange", showAgain);
    return () => document.removeEventListener("visibilitychange", showAgain);
  }, [shown]);
}
