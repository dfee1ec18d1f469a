import { openLiveEvents, type LiveChange, type LiveConnection } from "../../shared/client/liveEvents.ts";
import type { VisitorThread } from "../../shared/contract/conversations.ts";
import type { Answers } from "./answers.ts";
import { wakeAll } from "./pause.ts";
import { watchSleep } from "./sleep.ts";
import { chat } from "./state.ts";
import { putMessage, showThread } from "./thread.ts";
import type { Tell } from "./tell.ts";
import type { Typing } from "./typing.ts";
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
  typing,
}: {
  visitor: Visitor;
  answers: Answers;
  tell: Tell;
  typing: Typing;
}): Live {
  let connection: LiveConnection | null = null;
  let connectedAs: string | null = null;
  /** A panel that was only fetched because the pointer came near costs the server no stream. */
  let wasOpened = false;
  let isAway = false;
  const sleep = watchSleep(() => {
    wakeAll();
    connection?.reconnect();
  });

  function update(): void {
    const productId = visitor.agentId();
    // A visitor who became a verified person has a stream of that person's.
    const connectingAs = `${visitor.sessionId()} ${visitor.contactId()}`;
    const isHidden = document.hidden || isAway;
    wasOpened ||= chat.isOpen;
    if (connection && connectedAs === connectingAs && !isHidden) return;
    end();
    if (!productId || !wasOpened || isHidden) return;
    connectedAs = connectingAs;
    connection = openLiveEvents({
      client: visitor.client,
      productId,
      onEvent: take,
      onReadAfresh: readAfresh,
      // Whatever happened before the stream stood is read once it stands.
      onState: (state) => void (state === "live" && readAfresh()),
    });
    sleep.setActive(true);
  }

  function end(): void {
    connection?.close();
    connection = null;
    sleep.setActive(false);
  }

  function readAfresh(): void {
    // What fails here is read at the next connection, which the same failure brings about.
    void answers.readNewest().catch(() => {});
  }

  function take(event: LiveChange): void {
    if (event.type === "typing") return typing.hear(event);
    if (event.type === "thread") return takeThread(event.thread as VisitorThread); // a visitor's stream has a visitor's view
    if (event.type !== "message" || event.message.threadId !== chat.thread?.id) return;
    const { message } = event;
    if (message.role === "support") typing.end();
    if (putMessage(message)) tell.received(message);
    if (message.status === "streaming") void answers.follow(message);
  }

  function takeThread(thread: VisitorThread): void {
    const { items } = chat.history;
    const at = items.findIndex(({ id }) => id === thread.id);
    if (at >= 0) items[at] = thread;
    const before = chat.thread;
    if (thread.id !== before?.id) return;
    showThread(thread);
    const { status, handledBy, assigneeName } = thread;
    if (status === "resolved" && before.status === "open") {
      tell.event("conversation:end", { id: thread.id, by: "agent" });
    }
    const isOther = before.handledBy !== "human" || before.assigneeName !== assigneeName;
    if (handledBy === "human" && assigneeName !== null && isOther) {
      tell.event("conversation:assigned", { name: assigneeName });
    }
  }

  /** A page in the browser's cache holds no connection. */
  const setAway = ({ type }: Event) => {
    isAway = type === "pagehide";
    update();
  };

  function close(): void {
    document.removeEventListener("visibilitychange", update);
    removeEventListener("pagehide", setAway);
    removeEventListener("pageshow", setAway);
    sleep.close();
    end();
  }

  document.addEventListener("visibilitychange", update);
  addEventListener("pagehide", setAway);
  addEventListener("pageshow", setAway);
  return { update, close };
}
