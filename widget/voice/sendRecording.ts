import { subscribe } from "valtio/vanilla";
import type { Chat } from "../session/chat.ts";
import { chat } from "../session/state.ts";

/**
 * Puts a recording into the composer and sends it, with what else is there, once it has reached the server. A failed
 * one stays in the composer and says why.
 */
export function sendRecording(file: File, { attach, send }: Pick<Chat, "attach" | "send">): void {
  const known = new Set(chat.drafts.map(({ id }) => id));
  const stop = subscribe(chat, () => {
    const draft = chat.drafts.find(({ id, name }) => !known.has(id) && name === file.name);
    if (!draft || isOnItsWay()) return;
    stop();
    if (draft.delivery === "ready") send(chat.text.trim());
  });
  attach([file]);
}

/** A message waits for its files, and for the answer to the one before. */
function isOnItsWay(): boolean {
  return (
    chat.drafts.some(({ delivery }) => delivery === "sending") ||
    chat.messages.some(({ status }) => status === "streaming")
  );
}
