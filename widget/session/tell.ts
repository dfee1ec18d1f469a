import type { Message } from "../../shared/contract/conversations.ts";
import type { FrameEnd } from "../../shared/frame/link.ts";
import type { FrameToPage, WidgetEvents } from "../../shared/frame/messages.ts";
import { chat } from "./state.ts";

/** Tells the page around the frame what happens, if there is one that listens, and screen readers what has come. */
export interface Tell {
  event<Name extends keyof WidgetEvents>(name: Name, detail: WidgetEvents[Name]): void;
  /** An answer or a person's reply is there, whole: counts it where nobody looks. */
  received(message: Message): void;
  /** Something did not work; the sentence is for the visitor. */
  failed(sentence: string): void;
  /** The numbers behind the launcher changed. */
  state(): void;
  /** The visitor looks at the conversation. */
  read(): void;
  connect(link: FrameEnd): void;
}

export function createTell(): Tell {
  let link: FrameEnd | undefined;
  const told = new Set<string>();

  function event<Name extends keyof WidgetEvents>(name: Name, detail: WidgetEvents[Name]): void {
    link?.send("event", { name, detail } as FrameToPage["event"]); // name and detail belong together
  }

  function state(): void {
    const { unread, isOnline, thread } = chat;
    link?.send("state", { unread, online: isOnline, conversationId: thread?.id ?? null });
  }

  function setUnread(count: number): void {
    if (chat.unread === count) return;
    chat.unread = count;
    event("unread", { count });
    state();
  }

  return {
    event,
    state,
    received(message) {
      if (told.has(message.id)) return;
      told.add(message.id);
      chat.announcement = { text: message.content, isUrgent: false };
      event("message:received", { id: message.id, text: message.content });
      if (!chat.isOpen || document.hidden) setUnread(chat.unread + 1);
    },
    failed: (text) => void (chat.announcement = { text, isUrgent: true }),
    read: () => void (chat.isOpen && !document.hidden && setUnread(0)),
    connect(connected) {
      link = connected;
      state();
    },
  };
}
