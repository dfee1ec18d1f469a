import { listVisitorThreads } from "../../shared/contract/conversations/conversations.ts";
import type { Message, VisitorThread } from "../../shared/contract/conversations/conversations.ts";
import { chat } from "./state.ts";
import type { Tell } from "./tell.ts";
import type { Visitor } from "./visitor.ts";

/** How many of a visitor's latest conversations are looked through for what a person wrote meanwhile. */
const lookedThrough = 10;

/** Keeps the visitor's other conversations in which a person wrote what they have not read: some begin without them. */
export interface Elsewhere {
  /** A conversation as it is now. */
  hear(thread: VisitorThread): void;
  /** A person said something in another conversation than the one that is shown. */
  said(message: Message): void;
  /** Looks through the latest conversations, and gives the newest. */
  read(): Promise<VisitorThread | undefined>;
  /** Looks for what came while nobody listened. */
  catchUp(): Promise<void>;
}

interface ElsewhereDeps {
  visitor: Visitor;
  tell: Tell;
  open: (threadId: string) => Promise<void>;
}

export function createElsewhere({ visitor, tell, open }: ElsewhereDeps): Elsewhere {
  function hear(thread: VisitorThread): void {
    const others = chat.elsewhere.filter(({ id }) => id !== thread.id);
    const isKnown = others.length < chat.elsewhere.length;
    if (thread.id === chat.thread?.id || !isNews(thread)) {
      if (isKnown) chat.elsewhere = others;
      return;
    }
    // What is unread is counted a moment later: it is to be held against what was known until now.
    const wasIdle = isIdle();
    chat.elsewhere = [thread, ...others];
    if (wasIdle) openNewest();
  }

  /** Visitors who open the chat because of the launcher's count find what it counts. */
  function openNewest(): void {
    const [newest] = chat.elsewhere;
    if (newest) void open(newest.id);
  }

  async function read(): Promise<VisitorThread | undefined> {
    const params = { productId: visitor.agentId() ?? "" };
    const query = { limit: lookedThrough };
    const { items } = await visitor.client.call(listVisitorThreads, { params, query });
    chat.elsewhere = items.filter((one) => one.id !== chat.thread?.id && isNews(one));
    return items[0];
  }

  return {
    hear,
    read,
    said: (message) => void (isWhole(message) && tell.received(message)),
    async catchUp() {
      const wasIdle = isIdle();
      await read();
      if (wasIdle && isIdle()) openNewest();
    },
  };
}

function isNews({ unread, status, lastMessage }: VisitorThread): boolean {
  return unread > 0 && status === "open" && lastMessage?.role === "support";
}

function isWhole({ role, kind, status }: Message): boolean {
  return role === "support" && kind === "text" && status === "sent";
}

/** Nothing that the visitor reads, writes or waits for would be taken from them by another conversation. */
function isIdle(): boolean {
  const { thread, messages, pending, text, drafts, view, isOpen, unread } = chat;
  const hasBegun = pending.length > 0 || drafts.length > 0 || text !== "";
  if (hasBegun || view !== "chat" || chat.isLoading) return false;
  if (messages.length === 0) return thread === null;
  const own = unread - countElsewhere();
  const isAnswering = messages.some(({ status }) => status === "streaming");
  return !isOpen && own <= 0 && !isAnswering && thread?.handledBy !== "human";
}

/** How much of what the visitor has not read is in other conversations than the shown one. */
export function countElsewhere(): number {
  return chat.elsewhere.reduce((sum, { unread }) => sum + unread, 0);
}
