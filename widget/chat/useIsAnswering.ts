import { useSnapshot } from "valtio";
import { chat } from "../session/state.ts";
import { useMessages } from "./useMessages.ts";

/** Whether an answer is being written, or a message is on its way to one. */
export function useIsAnswering(): boolean {
  const { pending, conversation, isOnline } = useSnapshot(chat);
  const messages = useMessages();
  if (!isOnline) return false;
  return (
    messages.some(({ status }) => status === "streaming") ||
    pending.some((one) => one.conversation === conversation && one.delivery === "sending")
  );
}
