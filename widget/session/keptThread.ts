import type { Message, VisitorThread } from "../../shared/contract/conversations/conversations.ts";
import type { Keep } from "./keep.ts";
import { chat } from "./state.ts";
import { showThread } from "./thread.ts";

/** How much of a conversation is there again before the server is asked, or where it can't be reached. */
const mostMessages = 30;
const mostCharacters = 100_000;

interface Kept {
  /** Whose it is: another visitor's is never shown. */
  contactId: string;
  thread: VisitorThread;
  messages: Message[];
  readTo: number;
}

/** The end of the shown conversation as the browser keeps it, to be read without a network. */
export interface KeptThread {
  /** Shows what an earlier visit left of this contact's; gives the thread's id where there is something. */
  show(contactId: string): Promise<string | null>;
  /** Something changed: keeps the conversation of this contact as it is shown now. */
  note(contactId: string): void;
  drop(): void;
}

export function createKeptThread(keep: Keep, onShow: (threadId: string, readTo: number) => void): KeptThread {
  let written = "";

  return {
    async show(contactId) {
      const kept = parse(await keep.read("thread"));
      if (kept?.contactId !== contactId || chat.thread || chat.conversation > 0) return null;
      onShow(kept.thread.id, kept.readTo);
      showThread(kept.thread);
      Object.assign(chat, { messages: kept.messages, readTo: kept.readTo });
      return kept.thread.id;
    },
    note(contactId) {
      const { thread, messages, readTo } = chat;
      const last = messages.at(-1);
      // One that is being written is kept when it is whole.
      if (!thread || !last || last.status === "streaming") return;
      const state = [contactId, thread.id, thread.lastActivityAt, thread.handledBy, thread.status, readTo];
      const now = JSON.stringify([...state, last.id, last.updatedAt]);
      if (now === written) return;
      written = now;
      const text = write({ contactId, thread, messages: messages.slice(-mostMessages), readTo });
      // Another tab may know more.
      keep.update("thread", (before) =>
        isNewer(parse(before), { contactId, thread, last }) ? before : text,
      );
    },
    drop() {
      written = "";
      keep.update("thread", () => null);
    },
  };
}

function isNewer(
  kept: Kept | null,
  { contactId, thread, last }: { contactId: string; thread: VisitorThread; last: Message },
): boolean {
  if (kept?.contactId !== contactId) return false;
  const isSame = kept.thread.id === thread.id;
  if (!isSame) return kept.thread.lastActivityAt > thread.lastActivityAt;
  return (kept.messages.at(-1)?.position ?? -1) > last.position;
}

/** The latest messages as far as there is room. Their files' addresses end within minutes. */
function write(kept: Kept): string {
  const messages = kept.messages.map((message) => ({
    ...message,
    attachments: message.attachments.map((one) => ({ ...one, url: "" })),
  }));
  for (;;) {
    const text = JSON.stringify({ ...kept, messages });
    if (text.length <= mostCharacters || messages.length === 0) return text;
    messages.shift();
  }
}

function parse(text: string | null): Kept | null {
  try {
    const kept = JSON.parse(text ?? "null") as Partial<Kept> | null; // whatever stands in the storage
    const { contactId, thread, messages, readTo } = kept ?? {};
    if (typeof contactId !== "string" || typeof thread?.id !== "string" || !Array.isArray(messages))
      return null;
    if (!messages.every((one: Partial<Message> | null) => typeof one?.content === "string")) return null;
    return { contactId, thread, messages, readTo: Number(readTo) || 0 };
  } catch {
    return null;
  }
}
