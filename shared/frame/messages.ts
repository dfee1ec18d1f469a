import type { ContactField } from "../domain/contactFields.ts";
import type { ChatLanguage } from "../domain/chatLanguages.ts";

/** The public names of what happens in a widget; a page listens to them, the frame tells them. */
export interface WidgetEvents {
  ready: { version: string };
  /** `detail` says more for developers, in English; not always there. */
  unavailable: { reason: UnavailableReason; detail?: string | undefined };
  /** `proactive`: the visitor opened it by what it said first. */
  open: { by: "user" | "api" | "proactive" };
  close: { by: "user" | "api" };
  unread: { count: number };
  "conversation:start": { id: string };
  "conversation:end": { id: string; by: "visitor" | "agent" };
  /** A person took the conversation over. */
  "conversation:assigned": { name: string };
  "message:before-send": BeforeSend;
  "message:sent": ShownMessage;
  "message:failed": { id: string; error: string };
  "message:received": ShownMessage;
  "stream:start": { id: string };
  "stream:end": { id: string };
  "suggestion:click": { text: string };
  "source:click": { url: string };
  "link:click": LinkClick;
  feedback: { messageId: string; value: 1 | -1 | null; reason: string | null; text: string };
  /** What the visitor thinks of a conversation that has ended: `score` from 1, bad, to 5, good. */
  rating: { score: number; text?: string };
  /** The visitor asked for a person. */
  handoff: { reason: string };
  /** Code of the page is about to run for the agent; and whether that worked. */
  "tool:call": { name: string; args: Record<string, unknown> };
  "tool:result": { name: string; ok: boolean };
  /** A call by voice began, and ended. */
  "call:start": { id: string };
  "call:end": { id: string; seconds: number };
  identity: { verified: boolean };
  "token:expired": Record<string, never>;
  consent: { value: "granted" | "denied" };
  connection: { online: boolean };
  error: { code: string; message: string };
}

/** Told before a message leaves: a listener may change its text or hold it back. */
export interface BeforeSend {
  text: string;
  preventDefault(): void;
  replace(text: string): void;
}

/** Told when the visitor uses a link in the chat: a listener may go there itself; else it opens in a tab of its own. */
export interface LinkClick {
  url: string;
  preventDefault(): void;
}

/** The events that the page tells by itself, because their listeners answer. */
export type AskedEvents = "message:before-send" | "link:click";

/** What page code can do, as the frame knows it; `confirm`: the visitor is asked first. */
export interface ShownTool {
  name: string;
  confirm: boolean;
}

/** What came of a tool: `result` is JSON, and `error` a sentence for the agent and the team. */
export type ToolResult = { id: string } & ({ result: string } | { error: string });

/** A message as page code sees it. */
export interface ShownMessage {
  id: string;
  conversationId: string;
  role: "user" | "assistant" | "support" | "system";
  text: string;
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** One conversation of the visitor, as page code sees it. */
export interface ConversationSummary {
  id: string;
  title: string;
  status: "open" | "resolved";
  unread: number;
  lastActivityAt: number;
}

/**
 * Why a widget steps aside, or can't do at the moment what was asked. Denied storage is no reason: the session then lives as
 * long as the page, and `doctor()` says so.
 */
export type UnavailableReason =
  | "bad_token"
  | "origin_not_allowed"
  | "disabled"
  /** The plan of the agent's organization has ended. */
  | "plan_limit"
  /** A person was asked for outside the team's hours: the request stands, `detail` is when somebody is there again (ISO 8601). */
  | "outside_hours"
  | "consent_missing"
  | "csp_blocked"
  | "offline"
  | "loading"
  | "server";

/** What of the look a page may set itself, over what Deploy says. Colors are `#rrggbb`. */
export interface PageLook {
  scheme?: "auto" | "light" | "dark";
  primary?: string;
  onPrimary?: string;
  /** Of the chat itself, in both schemes; all that lies on it is made to fit. */
  background?: string;
  /** Ignored where it could not be read on the background. */
  text?: string;
  /** Single values of the chat's look by their name, as in `{ "--ph-bubble": "#eef2ff" }`: colors, and sizes in px. */
  vars?: Record<`--ph-${string}`, string>;
  /** Of the corners, in px. */
  radius?: number;
  density?: "comfortable" | "compact";
  font?: "system" | "rounded" | "serif" | "mono";
  position?: "right" | "left";
  /** The chat is as high as what is in it, up to the height that Deploy says; the page gives it the room. */
  height?: "auto";
}

/** Attributes of a visitor, as the site knows them. */
export type Attributes = Record<string, string | number | boolean | null>;

/** Something that the visitor did on the page. */
export interface Tracked {
  event: string;
  /** Milliseconds since 1970. */
  at: number;
  properties?: Attributes;
}

/** The visitor's identity: signed with `token` or `hash`, or only said. */
export interface Identity extends Partial<Record<ContactField, string>> {
  /** A JWT by one of the surface's secrets: `sub`, `exp`, `email`, `phone`, `name`, `attrs`. */
  token?: string;
  userId?: string;
  /** HMAC-SHA256 of `userId`, in hex. */
  hash?: string;
  name?: string;
  attrs?: Attributes;
}

/** What a page decides for the frame beside its look; each may change at run time. */
export interface FrameOptions {
  /** A BCP 47 tag, or `auto`: Deploy's choice. */
  locale: string;
  dir: "auto" | "ltr" | "rtl";
  /** Words by their key, over those of the language. */
  strings: Record<string, string>;
  /** Where the session may be kept. */
  storage: "local" | "session" | "none";
  /** `required`: nothing is kept or sent before the visitor or the page agrees. */
  consent: "granted" | "required" | "denied";
  /** Null leaves it to the visitor and Deploy. */
  sound: boolean | null;
  /** The page listens to `message:before-send` and wants to be asked. */
  asksBeforeSend: boolean;
  /** The page listens to `link:click` and wants to be asked. */
  asksBeforeOpen: boolean;
}

/** What the console's preview shows: settings that are not saved yet, with a ticket for the draft. */
export interface Preview {
  ticket: string;
  expiresAt: number;
  /** A PublicConfiguration with `preview: true`; the frame knows the type, this file has no view of it. */
  configuration: unknown;
  /** How long each answer of the server is delayed, to show the chat on a slow network. */
  delayMs?: number;
}

/** What a page can ask the frame for and waits for: what goes in, and what comes out. */
export interface FrameAsks {
  identify: { in: Identity; out: { verified: boolean } };
  logout: { in: Record<string, never>; out: null };
  /** Gives the id under which it will begin, with its first message. */
  newConversation: { in: Record<string, never>; out: string };
  endConversation: { in: Record<string, never>; out: null };
  conversations: { in: Record<string, never>; out: ConversationSummary[] };
  /** Null: the conversation that is shown. */
  transcript: { in: { id: string | null }; out: ShownMessage[] };
  endCall: { in: Record<string, never>; out: null };
  /** Resolves when the server has it, with the message as it is stored. Files are sent along where the agent takes some. */
  send: { in: { text: string; files: File[]; meta?: Attributes }; out: ShownMessage };
}
export type FrameAsk = {
  [Name in keyof FrameAsks]: { id: number; name: Name; detail: FrameAsks[Name]["in"] };
}[keyof FrameAsks];

/** What an opened panel shows. `said`: what was said beside the launcher is the greeting of a conversation that begins. */
export type FrameView = "home" | "chat" | "history" | "call" | { conversation: string } | { said: string };

/** What the page (or the console's preview) tells the frame. */
export interface PageToFrame {
  /**
   * First of all, once the port stands. `closable`: the page has a launcher, so the frame shows a close button. `focus`: the
   * visitor waits to write, so the frame takes the focus before it draws what it is told here.
   */
  init: {
    closable: boolean;
    look: PageLook;
    preview: Preview | null;
    options?: Partial<FrameOptions>;
    focus?: boolean;
  };
  /** Settings changed while they are edited: the frame shows them at once and keeps the conversation. */
  update: { configuration: unknown };
  /** The page's options changed. */
  options: Partial<FrameOptions>;
  /** The panel became visible: the frame marks messages as read and may take the focus. */
  open: { focus: boolean; view?: FrameView };
  /** The panel was hidden: the frame continues listening and counts what is unread. */
  close: Record<string, never>;
  /** Whether the page shows the panel's place: messages that nobody can see stay unread. */
  visibility: { isVisible: boolean };
  /**
   * Where the visitor is, and from where they came to this page as the browser says; after connecting and whenever the page's
   * address changes.
   */
  navigate: { url: string; title: string; referrer?: string };
  /** Writes this into the composer, without sending it. */
  prefill: { text: string };
  /** Stops the answer that is being written. */
  stop: Record<string, never>;
  attributes: Attributes;
  /** What the page says of itself with the next messages; null says nothing more. */
  context: Record<string, unknown> | null;
  /** All of what the visitor did on the page that is still told, the latest last; the next messages take it along. */
  track: Tracked[];
  /** All of what page code can do for the agent, by `addTool`. */
  tools: ShownTool[];
  /** Answers `tool-call` of the same id. */
  "tool-result": ToolResult;
  /** Answered by `answer` with the same id. */
  ask: FrameAsk;
  /** Answers `before-send` of the same id: the text to send, null to hold it back. */
  "before-send-answer": { id: number; text: string | null };
  /** Answers `storage-get` of the same key. */
  "storage-value": { key: string; value: string | null };
  /** The page's look changed. */
  look: PageLook;
  /** The frame ends its streams; the page then removes it. */
  destroy: Record<string, never>;
}

/** What the frame tells the page around it. */
export interface FrameToPage {
  /** The frame shows its first picture and takes messages. */
  ready: { version: string };
  /** What the page's object shows as `state`; after every change. */
  state: {
    unread: number;
    online: boolean;
    conversationId: string | null;
    verified: boolean;
    inCall: boolean;
    agent: { name: string; online: boolean };
  };
  /** Something of WidgetEvents happened; the page tells its listeners. */
  event: {
    [Name in Exclude<keyof WidgetEvents, AskedEvents>]: { name: Name; detail: WidgetEvents[Name] };
  }[Exclude<keyof WidgetEvents, AskedEvents>];
  /** Answers `ask`; `error` is null where it worked. */
  answer: { id: number; value: unknown; error: { code: string; message: string } | null };
  /** Runs code of the page's within `withinMs`; answered by `tool-result`. */
  "tool-call": { id: string; name: string; args: Record<string, unknown>; withinMs: number };
  /** Asked before a message leaves, where the page wants that; a page that is silent for a second agrees. */
  "before-send": { id: number; text: string };
  /** The visitor closed the panel (button or Escape): the page hides it and gives the focus back to the launcher. */
  "close-request": Record<string, never>;
  /**
   * The frame's document is too old to open a session: the page loads it again, because a reload from inside would not
   * tell the server which site is around it. What was not sent is kept.
   */
  "reload-request": Record<string, never>;
  /** The visitor pressed F6: the page takes the focus, the panel stays open. */
  "focus-out": Record<string, never>;
  /** The frame's own storage is denied: the page keeps the session for it, in first-party storage. */
  "storage-get": { key: string };
  "storage-set": { key: string; value: string | null };
  /** How large the chat would like to be, in px, where the look's height is `auto`; the page gives it the room. */
  resize: { width: number; height: number };
  /**
   * A tone is due, and the browser keeps the frame silent because the visitor has not touched it yet: the page sounds in its
   * place, where it may.
   */
  sound: Record<string, never>;
  /** The frame steps aside and says why; the page hides launcher and panel and reports once. */
  unavailable: { reason: UnavailableReason; detail?: string };
  /** The language that the chat speaks, so that the launcher speaks it too. */
  language: {
    language: ChatLanguage;
    launcher: { open: string; openUnread: string; close: string; waiting: string };
  };
  /** The visitor used a link, where the page wants to hear of it (`asksBeforeOpen`): the page opens it, or goes there itself. */
  "open-url": { url: string };
}
