import { openLiveEvents, type LiveChange, type LiveConnection } from "../../shared/client/liveEvents.ts";
import type { VisitorThread } from "../../shared/contract/conversations/conversations.ts";
import type { Answers } from "./answers.ts";
import type { Elsewhere } from "./elsewhere.ts";
import { waitForTurn } from "./lock.ts";
import { wakeAll } from "./pause.ts";
import { watchSleep } from "./sleep.ts";
import { chat, clearThread } from "./state.ts";
import { putMessage, showThread } from "./thread.ts";
import type { Tabs } from "./tabs.ts";
import type { Tell } from "./tell.ts";
import type { Typing } from "./typing.ts";
import type { Visitor } from "./visitor.ts";

/** How long a hidden tab still learns whether a member comes in. */
const hearsHiddenForMs = 5 * 60_000;

/**
 * Keeps the visitor's conversation live while the tab is visible. The hidden tabs of a site hold one stream between
 * them, for a while, and as long as a person has the conversation or is awaited: one tab has to ring.
 */
export interface Live {
  /** Opens the stream if there is a session, the panel was opened and somebody may want to know; closes it if not. */
  update(): void;
  close(): void;
}

export function createLive({
  visitor,
  answers,
  elsewhere,
  tell,
  typing,
  tabs,
  lock,
}: {
  visitor: Visitor;
  answers: Answers;
  elsewhere: Elsewhere;
  tell: Tell;
  typing: Typing;
  tabs: Tabs;
  /** Held by the hidden tab that hears for all of them. */
  lock: string;
}): Live {
  let connection: LiveConnection | null = null;
  let connectedAs: string | null = null;
  /** Something may have been begun elsewhere while nobody listened. */
  let hasMissed = false;
  /** A panel that was only fetched because the pointer came near costs the server no stream. */
  let wasOpened = false;
  let isAway = false;
  let isHidden = document.hidden;
  /** The tab has been hidden for long. */
  let isForgotten = false;
  let forgetTimer: ReturnType<typeof setTimeout> | undefined;
  /** Gives back this tab's turn to hear for the hidden ones, or its place in the line. */
  let leaveTurn: (() => void) | null = null;
  const sleep = watchSleep(() => {
    wakeAll();
    connection?.reconnect();
  });

  function update(): void {
    const productId = visitor.agentId();
    // A visitor who became a verified person has a stream of that person's.
    const connectingAs = `${visitor.sessionId()} ${visitor.contactId()}`;
    wasOpened ||= chat.isOpen;
    const mayHear = productId !== null && wasOpened && !isAway && (!isHidden || isExpecting());
    const isSame = connectedAs === connectingAs && isHidden === (leaveTurn !== null);
    if (mayHear && isSame && (connection || leaveTurn)) return;
    end();
    if (!mayHear) {
      hasMissed ||= productId !== null;
      return;
    }
    connectedAs = connectingAs;
    if (isHidden) leaveTurn = waitForTurn(lock, () => connect(productId));
    else connect(productId);
  }

  function connect(productId: string): void {
    let isRead = false;
    const read = async () => {
      isRead = await readAfresh();
    };
    connection = openLiveEvents({
      client: visitor.client,
      productId,
      isAway: isHidden,
      onEvent: hear,
      onReadAfresh() {
        hasMissed = true;
        void read();
      },
      // Whatever happened before the stream stood is read once it stands; what happens while it is cut comes with the next one.
      onState(state) {
        if (state === "live" && !isRead) void read();
      },
    });
    // The timers of a tab that nobody sees are late without having slept.
    sleep.setActive(!isHidden);
  }

  /** Whether something may come into this conversation that the visitor did not just ask for. */
  function isExpecting(): boolean {
    const { thread } = chat;
    if (thread?.status !== "open") return false;
    return thread.handledBy === "human" || !isForgotten;
  }

  function end(): void {
    leaveTurn?.();
    leaveTurn = null;
    hasMissed ||= connection !== null;
    connection?.close();
    connection = null;
    sleep.setActive(false);
  }

  function noteVisibility(): void {
    if (document.hidden !== isHidden) {
      isHidden = document.hidden;
      isForgotten = false;
      clearTimeout(forgetTimer);
      if (isHidden) forgetTimer = setTimeout(forget, hearsHiddenForMs);
    }
    update();
  }

  function forget(): void {
    isForgotten = true;
    update();
  }

  /** Gives whether that worked: what failed is read at the next connection, which the same failure brings about. */
  async function readAfresh(): Promise<boolean> {
    const known = chat.messages.at(-1)?.position ?? -1;
    const [newest] = await Promise.allSettled([answers.readNewest(), hasMissed && catchUp()]);
    const missed = isHidden ? chat.messages.filter(({ position }) => position > known) : [];
    for (const message of missed) tellOthers({ type: "message", number: 0, message: plain(message) });
    return newest.status === "fulfilled" && !hasMissed;
  }

  async function catchUp(): Promise<void> {
    hasMissed = false;
    await elsewhere.catchUp().catch(() => (hasMissed = true));
  }

  function hear(event: LiveChange): void {
    if (isHidden) tellOthers(event);
    take(event);
  }

  function tellOthers(event: LiveChange): void {
    tabs.tell({ type: "live", contactId: visitor.contactId() ?? "", event });
  }

  tabs.hear((news) => {
    // Tabs that receive events themselves need no forwarding.
    if (news.type === "live" && !connection && news.contactId === visitor.contactId()) take(news.event);
  });

  function take(event: LiveChange): void {
    if (event.type === "typing") return typing.hear(event);
    if (event.type === "thread") return takeThread(event.thread as VisitorThread); // a visitor's stream has a visitor's view
    if (event.type === "threadGone") return takeGone(event.threadId);
    if (event.type === "place") {
      if (event.threadId === chat.thread?.id) chat.thread.peopleBefore = event.peopleBefore;
      return;
    }
    if (event.type !== "message") return;
    const { message } = event;
    if (message.threadId !== chat.thread?.id) return elsewhere.said(message);
    if (message.role === "support") typing.end();
    if (putMessage(message)) tell.received(message);
    if (message.status === "streaming") void answers.follow(message);
  }

  /** The team deleted it: what is written next begins another one. */
  function takeGone(threadId: string): void {
    const isOther = ({ id }: VisitorThread) => id !== threadId;
    chat.elsewhere = chat.elsewhere.filter(isOther);
    chat.history.items = chat.history.items.filter(isOther);
    if (chat.thread?.id === threadId) clearThread();
  }

  function takeThread(thread: VisitorThread): void {
    const { items } = chat.history;
    const at = items.findIndex(({ id }) => id === thread.id);
    if (at >= 0) items[at] = thread;
    elsewhere.hear(thread);
    const before = chat.thread;
    if (thread.id !== before?.id) return;
    showThread(thread);
    const { status, handledBy, assigneeName } = thread;
    if (status === "resolved" && before.status === "open") {
      tell.ended({ id: thread.id, by: "agent" });
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
    clearTimeout(forgetTimer);
    document.removeEventListener("visibilitychange", noteVisibility);
    removeEventListener("pagehide", setAway);
    removeEventListener("pageshow", setAway);
    sleep.close();
    end();
  }

  document.addEventListener("visibilitychange", noteVisibility);
  addEventListener("pagehide", setAway);
  addEventListener("pageshow", setAway);
  return { update, close };
}

/** A copy that another tab can be given: the state's own objects can't go there. */
function plain<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value; // what comes from the server is JSON
}
