import type { PageLook } from "../shared/frame/messages.ts";
import { launcherWords } from "../shared/words/embed.ts";
import { launcherStyle } from "./launcherStyle.ts";

/** What the loader needs to know of a surface to draw its launcher; the frame brings its own, whole one. */
export interface LauncherConfiguration {
  name: string;
  settings: {
    title: string;
    primary: string;
    scheme: "auto" | "light" | "dark";
    position: "right" | "left";
    launcherLabel: string;
    minimisedSuggestions: string[];
  };
}

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

  const badge = make("span", { class: "badge" });
  const button = make(
    "button",
    { class: "button", type: "button", part: "launcher", "aria-haspopup": "dialog" },
    icon("chat", "M4 5.5h16v11H9.5L5.5 20v-3.5H4z"),
    icon("cross", "M6 6l12 12M18 6L6 18"),
    settings.launcherLabel && make("span", { class: "label" }, settings.launcherLabel),
    badge,
  );
  button.addEventListener("click", onToggle);
  for (const near of ["pointerenter", "focus", "pointerdown"]) button.addEventListener(near, onPrepare);

  const suggestions = make("div", { class: "suggestions" });
  for (const text of settings.minimisedSuggestions) {
    const chip = make("button", { class: "chip", type: "button" }, text);
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
    const closed =
      unread > 0 ? launcherWords.openUnread.replace("{count}", String(unread)) : launcherWords.open;
    button.setAttribute("aria-label", isOpen ? launcherWords.close : closed);
    badge.hidden = isOpen || unread === 0;
    badge.textContent = unread > 9 ? "9+" : String(unread);
  }

  return {
    root,
    setOpen(open) {
      isOpen = open;
      // Whoever has seen the chat needs no invitation any more.
      suggestions.remove();
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

/** Makes an element by its attributes; nothing is ever read as HTML. */
function make(name: string, attributes: Record<string, string>, ...children: (Node | string)[]): HTMLElement {
  return fill(document.createElement(name), attributes, children);
}

function icon(className: string, d: string): SVGElement {
  const draw = (name: string) => document.createElementNS("http://www.w3.org/2000/svg", name) as SVGElement; // its namespace says so
  const attributes = { class: className, viewBox: "0 0 24 24", "aria-hidden": "true" };
  return fill(draw("svg"), attributes, [fill(draw("path"), { d }, [])]);
}

function fill<Made extends Element>(
  made: Made,
  attributes: Record<string, string>,
  children: (Node | string)[],
): Made {
  for (const name of Object.keys(attributes)) made.setAttribute(name, attributes[name] ?? "");
  made.append(...children);
  return made;
}
