import { openLiveEvents, type LiveChange, type LiveConnection } from "../../shared/client/liveEvents.ts";
import type { VisitorThread } from "../../shared/contract/conversations.ts";
import { followAnswer, readMessages } from "./follow.ts";
import { chat, putMessage } from "./state.ts";
import type { Tell } from "./tell.ts";
import type { Visitor } from "./visitor.ts";

/** Keeps the visitor's conversation live while the tab is looked at; a hidden tab holds no stream. */
export interface Live {
  /** Opens the stream if there is a session and the tab is visible; nothing otherwise. */
  update(): void;
  close(): void;
}

export function createLive(visitor: Visitor, tell: Tell): Live {
  let connection: LiveConnection | null = null;

  function update(): void {
    const productId = visitor.agentId();
    if (!productId || document.hidden) {
      connection?.close();
      connection = null;
      return;
    }
    if (connection) return;
    connection = openLiveEvents({
      client: visitor.client,
      productId,
      onEvent: take,
      onReadAfresh: readAfresh,
      // Whatever happened before the stream stood is read once it stands.
      onState: (state) => void (state === "live" && readAfresh()),
    });
  }

  function readAfresh(): void {
    const threadId = chat.thread?.id;
    if (threadId) void readMessages(visitor, threadId, tell).catch(() => {});
  }

  function take(event: LiveChange): void {
    if (event.type === "thread" && event.thread.id === chat.thread?.id) {
      chat.thread = event.thread as VisitorThread; // a visitor's stream carries a visitor's view
    }
    if (event.type !== "message" || event.message.threadId !== chat.thread?.id) return;
    const { message } = event;
    const isNew = !chat.messages.some(({ id }) => id === message.id);
    putMessage(message);
    if (message.status === "streaming") void followAnswer(visitor, message, tell);
    else if (isNew && message.role !== "user" && message.kind === "text") tell.received(message);
  }

  document.addEventListener("visibilitychange", update);
  return {
    update,
    close() {
      document.removeEventListener("visibilitychange", update);
      connection?.close();
      connection = null;
    },
  };
}
