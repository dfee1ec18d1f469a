import type { Message, VisitorThread } from "../../shared/contract/conversations/conversations.ts";
import { chat, clearThread } from "./state.ts";

/** Shows another thread, or a newer state of the one that is shown. */
export function showThread(thread: VisitorThread): void {
  if (chat.thread?.id === thread.id) {
    if (thread.lastActivityAt >= chat.thread.lastActivityAt) chat.thread = thread;
    return;
  }
  clearThread();
  chat.thread = thread;
}

/**
 * Puts a message of the shown thread where it belongs; an older state of the same one never wins over a newer, so states
 * may come in any order and any number of times. Gives true when another side's text is now whole and was not before.
 */
export function putMessage(message: Message): boolean {
  if (message.clientId) chat.pending = chat.pending.filter(({ clientId }) => clientId !== message.clientId);
  if (message.threadId !== chat.thread?.id) return false;
  const { messages } = chat;
  const at = messages.findIndex(({ id }) => id === message.id);
  const before = messages[at];
  if (!before) {
    const after = messages.findIndex(({ position }) => position > message.position);
    messages.splice(after === -1 ? messages.length : after, 0, message);
    return isWholeText(message);
  }
  if (isOlder(message, before)) return false;
  const isNews = isWholeText(message) && !isWholeText(before);
  messages[at] = message;
  return isNews;
}

/** Puts a page of earlier messages before those that are there, as one change: each alone would move all that follow. */
export function putEarlier(messages: Message[]): void {
  const known = new Set(chat.messages.map(({ id }) => id));
  const added = messages.filter(({ id, threadId }) => threadId === chat.thread?.id && !known.has(id));
  chat.messages = [...added, ...chat.messages].sort((a, b) => a.position - b.position);
}

/** Within one generation text grows, then it ends, and after its end the later state counts. */
function isOlder(next: Message, before: Message): boolean {
  if (next.generation !== before.generation) return next.generation < before.generation;
  const hadEnded = before.status !== "streaming";
  if (next.status === "streaming") return hadEnded || next.content.length < before.content.length;
  return hadEnded && next.updatedAt < before.updatedAt;
}

function isWholeText({ role, kind, status }: Message): boolean {
  return role !== "user" && kind === "text" && status === "sent";
}
