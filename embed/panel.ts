import type { Launcher } from "./launcher.ts";
import { coveringQuery, createCover } from "./cover.ts";
import { panelStyle } from "./panelStyle.ts";
import { createWaiting, type WaitingOptions } from "./waiting.ts";
import type { WidgetMode } from "./types.ts";

export interface PanelLook {
  mode: WidgetMode;
  width: string;
  height: string;
  /** What shows until the frame has drawn itself. */
  scheme: "auto" | "light" | "dark";
  background: string | undefined;
  hasLauncher: boolean;
}

export interface PanelOptions {
  launcher: Launcher;
  /** It is in the element that becomes the panel. */
  frame: HTMLIFrameElement;
  title: string;
  words: WaitingOptions["words"];
  onClose(): void;
  /** The visitor goes into the panel by F6. */
  onEnter(): void;
}

/** The dialog with the chat's frame. It is made hidden, so that it can load while the visitor still moves to the button. */
export interface Panel {
  style(look: PanelLook): void;
  setTitle(title: string): void;
  setOpen(open: boolean): void;
  isOpen(): boolean;
  /** Gives the focus back to where it was before the chat had it. */
  leave(): void;
  focus(): void;
  /** Whether the frame's document is there; what is in its place until then keeps the visitor's focus for it. */
  setFrame(state: "failed" | "here"): void;
  remove(): void;
}

export function createPanel({ launcher, frame, title, words, onClose, onEnter }: PanelOptions): Panel {
  const { host, root } = launcher;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(panelStyle);
  const before = root.adoptedStyleSheets;
  root.adoptedStyleSheets = [...before, sheet];
  const shade = document.createElement("div");
  const dialog = frame.parentElement as HTMLElement; // see Launcher.load
  shade.className = "shade";
  dialog.className = "panel";
  dialog.setAttribute("part", "panel");
  shade.hidden = true;
  shade.addEventListener("click", onClose);
  const waiting = createWaiting({ words, onClose });
  waiting.show("loading");
  dialog.append(waiting.element);
  dialog.before(shade);
  let isOpen = false;
  let mode: WidgetMode = "bubble";
  let wasFocused: Element | null = null;
  const cover = createCover({
    host,
    onBack: onClose,
    fit(part) {
      host.style.setProperty("--ph-top", part ? `${part.top}px` : "");
      host.style.setProperty("--ph-screen", part ? `${part.height}px` : "");
    },
  });
  const narrow = matchMedia(coveringQuery);
  narrow.addEventListener?.("change", show);
  addEventListener("keydown", handleKey);
  setTitle(title);

  function show(): void {
    const isModal = mode === "modal" || (mode !== "inline" && narrow.matches);
    dialog.hidden = !isOpen;
    shade.hidden = !isOpen || mode !== "modal" || narrow.matches;
    // A chat that is a part of the page is no dialog.
    dialog.setAttribute("role", mode === "inline" ? "region" : "dialog");
    dialog.setAttribute("aria-modal", String(isModal));
    cover.set(isOpen && isModal);
  }

  function setTitle(text: string): void {
    frame.title = text;
    dialog.setAttribute("aria-label", text);
  }

  function focus(): void {
    wasFocused ??= document.activeElement;
    frame.focus({ preventScroll: true });
  }

  function setFrame(state: "failed" | "here"): void {
    const { activeElement } = root;
    const hasFocus = activeElement === frame || activeElement === waiting.button;
    waiting.show(state === "here" ? "nothing" : state);
    if (!hasFocus) return;
    if (state === "failed") return void waiting.button.focus({ preventScroll: true });
    // A frame that was focused before its document came from the other process keeps the name of it and not the keys.
    frame.blur();
    focus();
  }

  function handleKey(event: KeyboardEvent): void {
    if (!isOpen) return;
    if (event.key === "F6") {
      event.preventDefault();
      focus();
      onEnter();
    }
    // Elsewhere on the page the key belongs to the page.
    if (event.key !== "Escape" || event.target !== host) return;
    // A dialog of the page's that the chat stands over stays.
    event.preventDefault();
    onClose();
  }

  return {
    style(look) {
      mode = look.mode;
      host.dataset["mode"] = mode;
      const { style } = host;
      style.setProperty("--ph-w", look.width);
      style.setProperty("--ph-h", look.height);
      style.setProperty("--ph-gap", look.hasLauncher ? "68px" : "0px");
      dialog.style.setProperty("color-scheme", look.scheme === "auto" ? "light dark" : look.scheme);
      dialog.style.setProperty("background", look.background ?? "");
      show();
    },
    setTitle,
    isOpen: () => isOpen,
    setOpen(open) {
      if (open && !isOpen) wasFocused = document.activeElement;
      isOpen = open;
      show();
    },
    leave() {
      const back = wasFocused;
      wasFocused = null;
      launcher.button.focus({ preventScroll: true });
      // Without a button of ours: what opened the chat.
      if (root.activeElement === null && back instanceof HTMLElement) back.focus({ preventScroll: true });
    },
    focus,
    setFrame,
    remove() {
      isOpen = false;
      cover.set(false);
      narrow.removeEventListener?.("change", show);
      removeEventListener("keydown", handleKey);
      root.adoptedStyleSheets = before;
      shade.remove();
      dialog.remove();
    },
  };
}
