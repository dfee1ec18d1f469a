import { proxy } from "valtio/vanilla";
import type { Message, VisitorThread } from "../../shared/contract/conversations.ts";
import type { FrameDocument, PublicConfiguration } from "../../shared/contract/surfaces.ts";
import type { PageLook } from "../../shared/frame/messages.ts";

/** A message that the visitor wrote and the server has not stored yet, as far as we know. */
export interface Pending {
  clientId: string;
  content: string;
  /** `waiting`: goes out by itself when the server can be reached. `failed`: was refused, `error` says why. */
  delivery: "sending" | "waiting" | "failed";
  error: string | null;
  createdAt: number;
}

export interface ChatState {
  configuration: PublicConfiguration | null;
  unavailable: FrameDocument["unavailable"];
  look: PageLook;
  /** The page has a launcher, so that the frame shows a close button. */
  isClosable: boolean;
  isOpen: boolean;
  /** Where the visitor is, told by the page. */
  page: { url: string; title: string } | null;
  thread: VisitorThread | null;
  messages: Message[];
  pending: Pending[];
  /** Answers that arrived while the panel was closed or the tab hidden. */
  unread: number;
  isOnline: boolean;
  /** A returning visitor's conversation is being read. */
  isLoading: boolean;
  /** Older messages exist on the server. */
  hasMore: boolean;
}

/** The whole state of one frame; there is one frame a document. */
export const chat = proxy<ChatState>({
  configuration: null,
  unavailable: null,
  look: {},
  isClosable: false,
  isOpen: true,
  page: null,
  thread: null,
  messages: [],
  pending: [],
  unread: 0,
  isOnline: true,
  isLoading: false,
  hasMore: false,
});

/** Puts a message where it belongs; an older state of the same one never wins over a newer. */
export function putMessage(message: Message): void {
  if (chat.thread && message.threadId !== chat.thread.id) return;
  const { messages } = chat;
  if (message.clientId) chat.pending = chat.pending.filter(({ clientId }) => clientId !== message.clientId);
  const at = messages.findIndex(({ id }) => id === message.id);
  const before = messages[at];
  if (before) {
    if (!isOlder(message, before)) messages[at] = message;
    return;
  }
  const after = messages.findIndex(({ position }) => position > message.position);
  messages.splice(after === -1 ? messages.length : after, 0, message);
}

/** Text that is still streaming may be stored less far than what was streamed here already. */
function isOlder(next: Message, before: Message): boolean {
  if (next.generation !== before.generation) return next.generation < before.generation;
  if (next.status === "streaming")
    return before.status !== "streaming" || next.content.length < before.content.length;
  return false;
}

/** Whether an answer is being written, or a message is on its way to one. */
export function isAnswering(): boolean {
  return chat.messages.some(({ status }) => status === "streaming");
}
