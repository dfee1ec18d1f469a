import { useEffect } from "react";
import type { ThreadPlace } from "../../../state/conversations/threads/conversation.ts";
import { keepFileAddresses } from "../../../state/conversations/files/fileAddresses.ts";
import { watchViewers } from "../../../state/conversations/threads/viewers.ts";

/**
 * Draws nothing: says that somebody looks at the conversation, and keeps its files within reach, as long as it is in
 * the page.
 */
export function MarkViewing({ place: { orgId, agentId, threadId } }: { place: ThreadPlace }): null {
  useEffect(() => watchViewers({ orgId, agentId, threadId }), [orgId, agentId, threadId]);
  useEffect(() => keepFileAddresses({ orgId, agentId, threadId }), [orgId, agentId, threadId]);
  return null;
}
