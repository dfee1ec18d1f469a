import type { FrameToPage, PageLook, UnavailableReason, WidgetEvents } from "../shared/frame/messages.ts";

export interface PanelOptions {
  host: string;
  token: string;
  /** The agent's name, for the panel's title. */
  name: string;
  look: PageLook;
  /** What Deploy says, where the page's look says nothing. */
  scheme: "auto" | "light" | "dark";
  /** The launcher's shadow root; the panel stands beside the button. */
  root: ShadowRoot;
  onState(state: FrameToPage["state"]): void;
  onEvent(name: keyof WidgetEvents, detail: unknown): void;
  onCloseRequest(): void;
  onUnavailable(reason: UnavailableReason): void;
}

/** The dialog with the chat's frame. It is made hidden, so that it can load while the visitor still moves to the button. */
export interface Panel {
  setOpen(open: boolean, focus: boolean): void;
  sendText(text: string): void;
  remove(): void;
}
