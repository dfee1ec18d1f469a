import { openLiveEvents, type LiveChange, type LiveConnection } from "../../shared/client/liveEvents.ts";
import type { VisitorThread } from "../../shared/contract/conversations.ts";
import type { Answers } from "./answers.ts";
import { chat, putMessage, showThread } from "./state.ts";
import type { Tell } from "./tell.ts";
import type { Visitor } from "./visitor.ts";

/** Keeps the visitor's conversation live while the tab is looked at; a hidden tab holds no stream. */
export interface Live {
  /** Opens the stream if there is a session, the panel was opened and the tab is visible; closes it if not. */
  update(): void;
  close(): void;
}

export function createLive({
  visitor,
  answers,
  tell,
}: {
  visitor: Visitor;
  answers: Answers;
  tell: Tell;
}): Live {
  let connection: LiveConnection | null = null;
  let connectedAs: string | null = null;
  /** A panel that was only fetched because the pointer came near costs the server no stream. */
  let wasOpened = false;

  function update(): void {
    const productId = visitor.agentId();
    const sessionId = visitor.sessionId();
    if (connection && connectedAs === sessionId && !document.hidden) return;
    end();
    wasOpened ||= chat.isOpen;
    if (!productId || !wasOpened || document.hidden) return;
    connectedAs = sessionId;
    connection = openLiveEvents({
      client: visitor.client,
      productId,
      onEvent: take,
      onReadAfresh: readAfresh,
      // Whatever happened before the stream stood is read once it stands.
      onState: (state) => void (state === "live" && readAfresh()),
    });
  }

  function end(): void {
    connection?.close();
    connection = null;
  }

  function readAfresh(): void {
    // What fails here is read at the next connection, which the same failure brings about.
    void answers.readNewest().catch(() => {});
  }

  function take(event: LiveChange): void {
    if (event.type === "thread" && event.thread.id === chat.thread?.id) {
      showThread(event.thread as VisitorThread); // a visitor's stream carries a visitor's view
    }
    if (event.type !== "message" || event.message.threadId !== chat.thread?.id) return;
    const { message } = event;
    if (putMessage(message)) tell.received(message);
    if (message.status === "streaming") void answers.follow(message);
  }

  function close(): void {
    document.removeEventListener("visibilitychange", update);
    removeEventListener("pageshow", update);
    end();
  }

  document.addEventListener("visibilitychange", update);
  addEventListener("pageshow", update);
  return { update, close };
}
