import { useState } from "react";
import { useSnapshot } from "valtio";
import { authentication } from "../../../state/accounts/authentication.ts";
import { conversation } from "../../../state/conversations/threads/conversation.ts";

/** Counts what others have said since the end was last in sight; of what does not show, what the visitor said. */
export function useNewBelow(isEndInSight: boolean): number {
  const { messages, hasNewer, thread } = useSnapshot(conversation);
  const { user } = useSnapshot(authentication);
  const end = messages.at(-1)?.position ?? -1;
  const [seen, setSeen] = useState(end);
  if (isEndInSight && seen !== end) setSeen(end);
  if (isEndInSight) return 0;
  if (hasNewer) return thread?.unread ?? 0;
  return messages.filter(
    ({ position, kind, author }) => position > seen && kind === "text" && author?.id !== user?._id,
  ).length;
}
