import type { Message } from "../../shared/contract/conversations.ts";
import type { FrameEnd } from "../../shared/frame/link.ts";
import type { WidgetEvents } from "../../shared/frame/messages.ts";
import { chat } from "./state.ts";

/** Tells the page around the frame what happens, if there is one that listens. */
export interface Tell {
  event<Name extends keyof WidgetEvents>(name: Name, detail: WidgetEvents[Name]): void;
  /** An answer or a person's reply is there, whole: counts it where nobody looks. */
  received(message: Message): void;
  /** The numbers behind the launcher changed. */
  state(): void;
  connect(link: FrameEnd): void;
}

export function createTell(): Tell {
  let link: FrameEnd | undefined;
  const told = new Set<string>();
  const tell: Tell = {
    event: (name, detail) =>
      link?.send("event", { name, detail } as Parameters<FrameEnd["send"]>[1] as never), // name and detail belong together
    received(message) {
      if (told.has(message.id)) return;
      told.add(message.id);
      if (!chat.isOpen || document.hidden) chat.unread += 1;
      tell.event("message:received", { id: message.id, text: message.content });
      tell.state();
    },
    state() {
      const { unread, isOnline, thread } = chat;
      link?.send("state", { unread, online: isOnline, conversationId: thread?.id ?? null });
    },
    connect(connected) {
      link = connected;
      tell.state();
    },
  };
  return tell;
}
