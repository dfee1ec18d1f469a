import { useQuery } from "../../../parts/useQuery.ts";
import type { ThreadPlace } from "../../../state/conversations/threads/conversation.ts";
import { showNewestMessages } from "../../../state/conversations/messages/messageWindow.ts";

/** Gives the way from messages far above, to which the address may have led, to the newest. */
export function useGoToNewest(place: ThreadPlace): () => void {
  const query = useQuery();
  return () => {
    query.set({ message: null }, { replace: true });
    void showNewestMessages(place);
  };
}
