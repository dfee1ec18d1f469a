import { readThread } from "../../shared/contract/conversations/conversations.ts";
import type { Message } from "../../shared/contract/conversations/conversations.ts";
import { countElsewhere } from "./elsewhere.ts";
import { chat } from "./state.ts";
import type { Tabs } from "./tabs.ts";
import type { Tell } from "./tell.ts";
import type { Visitor } from "./visitor.ts";

/** Keeps what of the shown conversation the visitor has seen: here, in the other tabs and on the server. */
export interface Reading {
  /** Something changed: what is shown may be visible now. */
  look(): void;
  /** The server knows this conversation to be read up to there. */
  know(threadId: string, readTo: number): void;
  /** Reads a conversation of which an earlier visit read all below this position; what comes meanwhile is news. */
  restore(readTo: number, read: () => Promise<void>): Promise<void>;
}

/** Whether somebody has the end of the conversation before their eyes. */
export function isLooking(): boolean {
  return chat.isOpen && chat.isInView && chat.view === "chat" && chat.isAtEnd && !document.hidden;
}

export function createReading({
  visitor,
  tell,
  tabs,
}: {
  visitor: Visitor;
  tell: Tell;
  tabs: Tabs;
}): Reading {
  /** Up to where the server knows each conversation to be read. */
  const toldTo = new Map<string, number>();
  let isTelling = false;
  /** Until a conversation is there, nobody knows what of it is new. */
  let isRestoring = false;

  function look(): void {
    if (isRestoring) return;
    const { thread, elsewhere } = chat;
    if (elsewhere.some(({ id }) => id === thread?.id))
      chat.elsewhere = elsewhere.filter(({ id }) => id !== thread?.id);
    if (isLooking()) see();
    const unread = listUnread().length + countElsewhere();
    if (unread === chat.unread) return;
    chat.unread = unread;
    tell.event("unread", { count: unread });
    tell.state();
  }

  function see(): void {
    const end = endOfWhole();
    const { thread } = chat;
    if (!thread || end <= chat.readTo) return void tellServer();
    const hasNews = listUnread().length > 0;
    chat.readTo = end;
    if (hasNews) tabs.tell({ type: "read", threadId: thread.id, readTo: end });
    // What the visitor wrote themself is no news to anybody.
    else toldTo.set(thread.id, end);
    void tellServer();
  }

  async function tellServer(): Promise<void> {
    const productId = visitor.agentId();
    const { thread, readTo } = chat;
    if (!productId || !thread || isTelling || readTo <= (toldTo.get(thread.id) ?? 0)) return;
    isTelling = true;
    try {
      const params = { productId, threadId: thread.id };
      await visitor.client.call(readThread, { params, body: { data: { readTo } } });
    } catch {
      // Told again with the next thing that is read.
    }
    toldTo.set(thread.id, readTo);
    isTelling = false;
    if (chat.readTo > readTo) void tellServer();
  }

  tabs.hear((news) => {
    if (news.type !== "read" || news.threadId !== chat.thread?.id) return;
    toldTo.set(news.threadId, Math.max(news.readTo, toldTo.get(news.threadId) ?? 0));
    chat.readTo = Math.max(news.readTo, chat.readTo);
    look();
  });

  return {
    look,
    know: (threadId, readTo) => void toldTo.set(threadId, readTo),
    async restore(readTo, read) {
      isRestoring = true;
      try {
        await read();
      } finally {
        isRestoring = false;
      }
      const { thread } = chat;
      if (!thread) return;
      chat.readTo = readTo;
      toldTo.set(thread.id, readTo);
      look();
    },
  };
}

/** What others wrote, whole, and the visitor has not seen. */
function listUnread(): Message[] {
  return chat.messages.filter((message) => isOthers(message) && message.position >= chat.readTo);
}

function isOthers({ role, kind, status }: Message): boolean {
  return role !== "user" && kind === "text" && status !== "streaming";
}

/** The position after the last message before one that is still being written. */
function endOfWhole(): number {
  const { messages } = chat;
  const written = messages.find(({ status }) => status === "streaming");
  return written?.position ?? (messages.at(-1)?.position ?? -1) + 1;
}
