import { proxy } from "valtio/vanilla";
import type { Attachment } from "../../shared/contract/conversations/files/attachment.ts";
import type { FileDraft } from "../../shared/domain/attachments.ts";
import type { Message, VisitorThread } from "../../shared/contract/conversations/conversations.ts";
import type { FrameDocument, PublicConfiguration } from "../../shared/contract/surfaces/surfaces.ts";
import type { Attributes, PageLook, PageToFrame } from "../../shared/frame/messages.ts";
import { newClientId } from "./newClientId.ts";

/** A message that the visitor wrote and the server has not stored yet, as far as we know. */
export interface Pending {
  clientId: string;
  content: string;
  /** Files that go along, all of them on the server. */
  attachments: Attachment[];
  /** What page code says of this message alone, over what the page says of itself. */
  meta: Attributes | null;
  /** The conversation of this document that it was written in; it may have no thread yet. */
  conversation: number;
  /** The id under which that one is to begin, where page code was told of it. */
  newThreadId: string | null;
  /** `waiting`: goes out by itself when the server can be reached. `failed`: was refused, `error` says why. */
  delivery: "sending" | "waiting" | "failed";
  error: string | null;
  createdAt: number;
}

/** The visitor's conversations, as far as they were read. */
export interface History {
  items: VisitorThread[];
  hasMore: boolean;
  isLoading: boolean;
  hasFailed: boolean;
}

export interface ChatState {
  view: "chat" | "history";
  history: History;
  /** What is in the composer. */
  text: string;
  drafts: FileDraft[];
  /** The message that the composer edits. */
  editing: string | null;
  /** The visitor fills in something before they write: this is their first message. */
  isAsked: boolean;
  /** The members who are writing now. */
  typing: string | null;
  /** The messages below this position were seen by the visitor. */
  readTo: number;
  /** The screen shows the end of the conversation. */
  isAtEnd: boolean;
  /** What could not be done just now, for the visitor to read; empty again when they do something else. */
  notice: string;
  isSoundOn: boolean;
  /** `required`: nothing is kept or sent before the visitor agrees. */
  consent: "granted" | "required" | "denied";
  /** Why nobody can write here now, though the chat is there. */
  signIn: "needed" | "ended" | null;
  /** The site signed who the visitor is. */
  isVerified: boolean;
  /** The language in which the chat is drawn; its words are there when this changes. */
  language: string;
  dir: "ltr" | "rtl";
  isDevelopment: boolean;
  hosted: FrameDocument["hosted"];
  configuration: PublicConfiguration | null;
  unavailable: FrameDocument["unavailable"];
  look: PageLook;
  /** The page has a launcher, so that the frame shows a close button. */
  isClosable: boolean;
  isOpen: boolean;
  /** The page shows the panel's place: not where it hides the widget, or is scrolled past a chat that is in it. */
  isInView: boolean;
  /** Where the visitor is, told by the page. */
  page: PageToFrame["navigate"] | null;
  /** Counts the conversations of this document, so that one which has no thread yet can be told from the last. */
  conversation: number;
  /** The id under which it is to begin, where page code was told of it. */
  newThreadId: string | null;
  thread: VisitorThread | null;
  /** The visitor's other conversations in which a person wrote what they have not read. */
  elsewhere: VisitorThread[];
  messages: Message[];
  pending: Pending[];
  /** What arrived while the panel was closed or the tab hidden, or in another conversation. */
  unread: number;
  isOnline: boolean;
  /** A returning visitor's conversation is being read. */
  isLoading: boolean;
  /** Older messages exist on the server. */
  hasMore: boolean;
  /** What a screen reader says next; an urgent one interrupts. */
  announcement: { text: string; isUrgent: boolean };
}

/** What a document begins with. */
export function createState(): ChatState {
  return {
    view: "chat",
    history: { items: [], hasMore: false, isLoading: false, hasFailed: false },
    text: "",
    drafts: [],
    editing: null,
    isAsked: false,
    typing: null,
    readTo: 0,
    isAtEnd: true,
    notice: "",
    isSoundOn: false,
    consent: "granted",
    signIn: null,
    isVerified: false,
    language: "en",
    dir: "ltr",
    isDevelopment: false,
    hosted: null,
    configuration: null,
    unavailable: null,
    look: {},
    isClosable: false,
    isOpen: true,
    isInView: true,
    page: null,
    conversation: 0,
    newThreadId: null,
    thread: null,
    elsewhere: [],
    messages: [],
    pending: [],
    unread: 0,
    isOnline: true,
    isLoading: false,
    hasMore: false,
    announcement: { text: "", isUrgent: false },
  };
}

/** The whole state of one frame; there is one frame a document. */
export const chat = proxy<ChatState>(createState());

/** Puts a message into line, where it is shown immediately; gives its id, which is made once for each message. */
export function addPending(
  content: string,
  attachments: Attachment[],
  meta: Attributes | null = null,
): string {
  const clientId = newClientId();
  const { conversation, newThreadId } = chat;
  const createdAt = Date.now();
  chat.pending.push({
    clientId,
    content,
    attachments,
    meta,
    conversation,
    newThreadId,
    delivery: "sending",
    error: null,
    createdAt,
  });
  return clientId;
}

/** Begins another conversation, which the server does not know yet. */
export function showNoThread(): void {
  clearThread();
  chat.conversation += 1;
}

/** The conversation continues without its thread, which is gone. */
export function clearThread(): void {
  Object.assign(chat, {
    thread: null,
    newThreadId: null,
    messages: [],
    hasMore: false,
    readTo: 0,
    typing: null,
    editing: null,
  });
}
