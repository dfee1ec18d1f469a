import { useSnapshot } from "valtio";
import { conversation } from "../../../state/conversations/threads/conversation.ts";

const marks = ["callBegan", "callEnded"];

/** Whether the open conversation is in a call now, as far as its newest messages say. */
export function useIsInCall(): boolean {
  const { messages } = useSnapshot(conversation);
  const last = messages.findLast(({ kind, content }) => kind === "event" && marks.includes(content));
  return last?.content === "callBegan";
}
