import { useEffect } from "react";
import type { ThreadPlace } from "../../state/conversation.ts";
import { keepFileAddresses } from "../../state/fileAddresses.ts";

/** Draws nothing: keeps the files of the conversation within reach, for as long as it stands in the page. */
export default function KeepFiles({ place: { orgId, agentId, threadId } }: { place: ThreadPlace }): null {
  useEffect(() => keepFileAddresses({ orgId, agentId, threadId }), [orgId, agentId, threadId]);
  return null;
}
