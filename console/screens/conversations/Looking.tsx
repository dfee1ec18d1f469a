import { useEffect } from "react";
import type { ThreadPlace } from "../../state/conversation.ts";
import { keepFileAddresses } from "../../state/fileAddresses.ts";
import { lookAt } from "../../state/looking.ts";

/** Draws nothing: says that somebody looks at the conversation, and keeps its files within reach, as long as it stands in the page. */
export default function Looking({ place: { orgId, agentId, threadId } }: { place: ThreadPlace }): null {
  useEffect(() => lookAt({ orgId, agentId, threadId }), [orgId, agentId, threadId]);
  useEffect(() => keepFileAddresses({ orgId, agentId, threadId }), [orgId, agentId, threadId]);
  return null;
}
