import { useSyncExternalStore } from "react";
import { snapshot, subscribe } from "valtio/vanilla";
import type { Snapshot } from "valtio/vanilla";
import { chat, type ChatState } from "../session/state.ts";

/**
 * The shown conversation's messages, plain: a tracked snapshot remembers each field of each message that was read, which
 * takes longer than drawing once there are a thousand. One that did not change stays the same object.
 */
export function useMessages(): Snapshot<ChatState>["messages"] {
  return useSyncExternalStore(watch, read);
}

const watch = (onChange: () => void): (() => void) => subscribe(chat, onChange);
const read = (): Snapshot<ChatState>["messages"] => snapshot(chat).messages;
