import { useEffect, useRef } from "react";
import type { Snapshot } from "valtio";
import type { ThreadView } from "../../../../../shared/contract/conversations/inbox/threadViews.ts";
import { useQuery } from "../../../../parts/useQuery.ts";
import { viewQuery } from "./viewFilter.ts";

/** Opens the inbox with somebody's own view, once, where the address asks for nothing. */
export function useStartView(
  start: Snapshot<ThreadView> | undefined,
  { isRead, isListAlone }: { isRead: boolean; isListAlone: boolean },
): void {
  const { set } = useQuery();
  const asksForNothing = useRef(isListAlone && !isAsking());
  useEffect(() => {
    if (!isRead || !asksForNothing.current) return;
    // One that is chosen later, on another screen, is for the next time.
    asksForNothing.current = false;
    if (start && !isAsking()) set({ ...viewQuery(start), view: start.id }, { replace: true });
  }, [isRead, start, set]);
}

/** Whether the address asks for anything; how the conversations stand is not which ones. */
function isAsking(): boolean {
  return [...new URLSearchParams(location.search).keys()].some((name) => name !== "layout");
}
