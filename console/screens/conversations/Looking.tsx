import { useEffect } from "react";
import type { ThreadPlace } from "../../state/conversation.ts";
import { lookAt } from "../../state/looking.ts";

/** Draws nothing: says that somebody looks at the conversation, for as long as it stands in the page. */
export default function Looking({ place: { orgId, agentId, threadId } }: { place: ThreadPlace }): null {
  useEffect(() => lookAt({ orgId, agentId, threadId }), [orgId, agentId, threadId]);
  return null;
}
