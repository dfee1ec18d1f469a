import type { Snapshot } from "valtio";
import type { ChatState } from "../session/state.ts";

/**
 * The visitor's message that can be rewritten: their last one, where it has words and is stored, while no answer is being
 * written and no person has answered it.
 */
export function findEditable(
  state: Pick<Snapshot<ChatState>, "messages" | "thread" | "pending">,
): string | null {
  const { messages, thread, pending } = state;
  if (!thread || thread.handledBy === "human" || pending.length > 0) return null;
  const at = messages.findLastIndex(({ role, kind }) => role === "user" && kind === "text");
  const after = messages.slice(at + 1);
  if (after.some(({ role, status }) => role === "support" || status === "streaming")) return null;
  const last = messages[at];
  return last?.content ? last.id : null;
}
