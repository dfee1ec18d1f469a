import { proxy } from "valtio";
import { tellTyping as tellTypingCall } from "../../../../shared/contract/conversations/threads/threads.ts";
import type { LiveEvent } from "../../../../shared/contract/conversations/conversations.ts";
import { typingShownMs, typingToldEveryMs } from "../../../../shared/domain/limits.ts";
import { client } from "../../platform/client.ts";
import { paramsOf } from "../threads/conversation.ts";
import type { ThreadPlace } from "../threads/conversation.ts";

/** The conversations whose visitors are writing now. */
export const typing = proxy<{ threadIds: string[] }>({ threadIds: [] });

const endings = new Map<string, ReturnType<typeof setTimeout>>();

/** Takes in that a visitor writes; it holds for as long as it would take them to say so again. */
export function takeTyping({ threadId, by }: Extract<LiveEvent, { type: "typing" }>): void {
  if (by !== "visitor") return;
  clearTimeout(endings.get(threadId));
  if (!typing.threadIds.includes(threadId)) typing.threadIds.push(threadId);
  endings.set(
    threadId,
    setTimeout(() => endTyping(threadId), typingShownMs),
  );
}

/** What they wrote is here, or it is long ago. */
export function endTyping(threadId: string): void {
  clearTimeout(endings.get(threadId));
  endings.delete(threadId);
  typing.threadIds = typing.threadIds.filter((id) => id !== threadId);
}

let told = { threadId: "", at: 0 };

/** Tells the visitor that a member writes, as often as is worth it; nothing is lost where it fails. */
export function tellTyping(place: ThreadPlace): void {
  const now = Date.now();
  const { threadId } = place;
  if (told.threadId === threadId && now - told.at < typingToldEveryMs) return;
  told = { threadId, at: now };
  client.call(tellTypingCall, { params: paramsOf(place) }).catch(() => {});
}

/** The reply is sent: who begins another one says so immediately. */
export function toldEnough(): void {
  told = { threadId: "", at: 0 };
}
