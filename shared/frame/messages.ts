/** The public names of what happens in a widget; a page listens to them, the frame tells them. */
export interface WidgetEvents {
  ready: { version: string };
  unavailable: { reason: UnavailableReason };
  open: { by: "user" | "api" };
  close: { by: "user" | "api" };
  unread: { count: number };
  "conversation:start": { id: string };
  "message:sent": { id: string; text: string };
  "message:failed": { id: string; error: string };
  "message:received": { id: string; text: string };
  "stream:start": { id: string };
  "stream:end": { id: string };
  "suggestion:click": { text: string };
  "source:click": { url: string };
  connection: { online: boolean };
}

/** Why a widget steps aside. */
export type UnavailableReason =
  | "bad_token"
  | "origin_not_allowed"
  | "disabled"
  | "csp_blocked"
  | "storage_blocked"
  | "offline"
  | "loading"
  | "server";

/** What of the look a page may set itself, over what Deploy says. */
export interface PageLook {
  scheme?: "auto" | "light" | "dark";
  primary?: string;
  position?: "right" | "left";
}

/** What the console's preview shows: settings that are not saved yet, with a ticket for the draft. */
export interface Preview {
  ticket: string;
  expiresAt: number;
  /** A PublicConfiguration with `preview: true`; the frame knows the type, this file has no view of it. */
  configuration: unknown;
}

/** What the page (or the console's preview) tells the frame. */
export interface PageToFrame {
  /** First of all, once the port stands. `closable`: the page has a launcher, so the frame shows a close button. */
  init: { closable: boolean; look: PageLook; preview: Preview | null };
  /** Settings changed while they are edited: the frame shows them at once and keeps the conversation. */
  update: { configuration: unknown };
  /** The panel became visible: the frame marks messages as read and may take the focus. */
  open: { focus: boolean };
  /** The panel was hidden: the frame goes on listening and counts what is unread. */
  close: Record<string, never>;
  /** Where the visitor is; after connecting and whenever the page's address changes. */
  navigate: { url: string; title: string };
  /** Writes this into the composer and sends it: a suggestion beside the closed launcher was chosen. */
  send: { text: string };
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
  state: { unread: number; online: boolean; conversationId: string | null };
  /** Something of WidgetEvents happened; the page tells its listeners. */
  event: { [Name in keyof WidgetEvents]: { name: Name; detail: WidgetEvents[Name] } }[keyof WidgetEvents];
  /** The visitor closed the panel (button or Escape): the page hides it and gives the focus back to the launcher. */
  "close-request": Record<string, never>;
  /**
   * The frame's document is too old to open a session: the page loads it anew, because a reload from inside would not tell
   * the server which site is around it. What was not sent is kept.
   */
  "reload-request": Record<string, never>;
  /** The visitor pressed F6: the page takes the focus, the panel stays open. */
  "focus-out": Record<string, never>;
  /** The frame's own storage is denied: the page keeps the session for it, in first-party storage. */
  "storage-get": { key: string };
  "storage-set": { key: string; value: string | null };
  /** The frame steps aside and says why; the page hides launcher and panel and reports once. */
  unavailable: { reason: UnavailableReason };
}
