import { startCall } from "../../shared/contract/voice/voice.ts";
import type { CallAccess, WantedCall } from "./calling.ts";
import { newThreadId } from "./newThreadId.ts";
import { chat } from "./state.ts";
import type { Visitor } from "./visitor.ts";

/** Asks the server for a call: in the conversation that is shown, or in one that begins with its first words. */
export async function openCall(
  visitor: Visitor,
  { language, speech, isRecorded = false, wantsAvatar = false }: WantedCall,
): Promise<CallAccess> {
  const productId = await visitor.open();
  const { thread } = chat;
  // What is typed before the first word is said begins the same conversation.
  const threadId = thread?.id ?? (chat.newThreadId ??= newThreadId());
  const where = thread ? { threadId } : { newThreadId: threadId };
  const { data } = await visitor.client.call(startCall, {
    params: { productId },
    body: { data: { language, speech, isRecorded, wantsAvatar, ...where } },
  });
  return { ...data, threadId };
}
