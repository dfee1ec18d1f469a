import type { PageLook } from "../shared/frame/messages.ts";
import { embedWords } from "../shared/words/embed.ts";
import { launcherStyle } from "./launcherStyle.ts";
import type { LauncherConfiguration } from "./widget.ts";

export interface LauncherOptions {
  configuration: LauncherConfiguration;
  look: PageLook;
  zIndex: number;
  /** The visitor comes near: the panel may begin to load. */
  onPrepare(): void;
  onToggle(): void;
  onSuggestion(text: string): void;
}

export interface Launcher {
  /** Where the panel goes too: one shadow root, out of reach of the page's styles. */
  root: ShadowRoot;
  setOpen(open: boolean): void;
  setUnread(count: number): void;
  setShown(shown: boolean): void;
  focus(): void;
  remove(): void;
}

/** Draws the button, and beside it up to three suggestions, in a shadow root with an adopted sheet (no inline style). */
export function createLauncher(options: LauncherOptions): Launcher {
  const { configuration, look, zIndex, onPrepare, onToggle, onSuggestion } = options;
  const { settings } = configuration;
  const primary = look.primary ?? settings.primary;
  const host = document.createElement("pilothouse-launcher");
  host.style.setProperty("--ph-primary", primary);
  host.style.setProperty("--ph-z", String(zIndex));
  host.dataset["position"] = look.position ?? settings.position;
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(launcherStyle);
  root.adoptedStyleSheets = [sheet];

  const button = element("button", "button");
  button.type = "button";
  button.setAttribute("part", "launcher");
  button.setAttribute("aria-haspopup", "dialog");
  button.append(icon(bubblePath, "chat"), icon(crossPath, "cross"));
  if (settings.launcherLabel) button.append(element("span", "label", settings.launcherLabel));
  const badge = element("span", "badge");
  badge.hidden = true;
  button.append(badge);
  button.addEventListener("click", onToggle);
  for (const near of ["pointerenter", "focus", "pointerdown"])
    button.addEventListener(near, onPrepare, { once: true });

  const suggestions = element("div", "suggestions");
  for (const text of settings.minimisedSuggestions) {
    const chip = element("button", "chip", text);
    chip.type = "button";
    chip.addEventListener("click", () => onSuggestion(text));
    suggestions.append(chip);
  }
  root.append(suggestions, button);
  document.body.append(host);

  let isOpen = false;
  let unread = 0;
  describe();

  function describe(): void {
    host.toggleAttribute("data-open", isOpen);
    button.setAttribute("aria-expanded", String(isOpen));
    const closed = unread > 0 ? embedWords.openUnread(unread) : embedWords.open;
    button.setAttribute("aria-label", isOpen ? embedWords.close : closed);
    badge.hidden = isOpen || unread === 0;
    badge.textContent = unread > 9 ? "9+" : String(unread);
    suggestions.hidden = isOpen;
  }

  return {
    root,
    setOpen(open) {
      isOpen = open;
      describe();
    },
    setUnread(count) {
      unread = count;
      describe();
    },
    setShown: (shown) => void (host.hidden = !shown),
    focus: () => button.focus({ preventScroll: true }),
    remove: () => host.remove(),
  };
}

function element<Name extends "button" | "div" | "span">(name: Name, className: string, text = "") {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

const bubblePath = "M4 5.5h16v11H9.5L5.5 20v-3.5H4z";
const crossPath = "M6 6l12 12M18 6L6 18";

function icon(path: string, className: string): SVGSVGElement {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(space, "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}
