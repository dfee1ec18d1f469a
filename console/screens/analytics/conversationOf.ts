import { agentTabPath } from "../../state/shell/paths.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";

/** The address of a conversation, with how one of its answers came about. */
export function conversationOf(
  place: AgentPlace,
  { threadId, messageId }: { threadId: string; messageId: string },
): string {
  const inbox = agentTabPath({ ...place, tab: "inbox/conversations" });
  return `${inbox}/${encodeURIComponent(threadId)}?why=${encodeURIComponent(messageId)}`;
}
