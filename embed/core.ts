import { listenForFrame, type PageEnd } from "../shared/frame/link.ts";
import { framePermissions } from "../shared/frame/snippet.ts";
import { launcherWords } from "../shared/words/embed.ts";
import { fill } from "../shared/words/language.ts";
import { keepForFrame } from "./firstPartyStorage.ts";
import { createMobileCover, isNarrow } from "./mobileCover.ts";
import type { Panel, PanelOptions } from "./panel.ts";
import { panelStyle } from "./panelStyle.ts";
import { watchPlace } from "./watchPlace.ts";

export type { Panel } from "./panel.ts";

/** Makes the panel: loaded on the first hover, focus or opening, never before. */
export function createPanel(options: PanelOptions): Panel {
  const { host, token, root, look } = options;
  const cover = createMobileCover(root.host);
  const { dialog, frame } = draw(options);
  const waiting: string[] = [];
  let link: PageEnd | undefined;
  let isOpen = false;
  let asked = 0;

  const stopListening = listenForFrame(frame, host, (connected) => {
    link?.close();
    link = connected;
    hear(connected);
    connected.send("init", { closable: true, look, preview: null });
    tellPlace();
    if (isOpen) connected.send("open", { focus: canTakeFocus() });
    for (const text of waiting.splice(0)) ask(connected, text);
  });
  const stopWatching = watchPlace(tellPlace);
  document.addEventListener("securitypolicyviolation", tellBlocked);
  addEventListener("keydown", handleKey);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(panelStyle);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  root.append(dialog);

  function hear(from: PageEnd): void {
    const kept = keepForFrame(token);
    from.on("state", options.onState);
    from.on("event", ({ name, detail }) => options.onEvent(name, detail));
    from.on("close-request", options.onCloseRequest);
    from.on("reload-request", () => void (frame.src = addressOf(options)));
    from.on("focus-out", () => root.querySelector<HTMLElement>("[part=launcher]")?.focus());
    from.on("unavailable", ({ reason }) => options.onUnavailable(reason));
    from.on("storage-get", ({ key }) => from.send("storage-value", { key, value: kept.get(key) }));
    from.on("storage-set", ({ key, value }) => kept.set(key, value));
  }

  function ask(to: PageEnd, text: string): void {
    asked += 1;
    to.send("ask", { id: asked, name: "send", detail: { text, files: [] } });
  }

  function tellPlace(): void {
    link?.send("navigate", { url: location.href, title: document.title });
  }

  /** A frame that the page's policy forbids stays empty and says nothing itself. */
  function tellBlocked({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent): void {
    if (effectiveDirective === "frame-src" && blockedURI.startsWith(host))
      options.onUnavailable("csp_blocked");
  }

  function handleKey({ key, target }: KeyboardEvent): void {
    if (!isOpen) return;
    if (key === "F6") focusFrame();
    // Elsewhere on the page the key belongs to the page.
    if (key === "Escape" && target === root.host) options.onCloseRequest();
  }

  function focusFrame(): void {
    frame.focus({ preventScroll: true });
    link?.send("open", { focus: true });
  }

  function setOpen(open: boolean, focus: boolean): void {
    isOpen = open;
    dialog.hidden = !open;
    cover.set(open && isNarrow());
    dialog.setAttribute("aria-modal", String(isNarrow()));
    if (!open) return link?.send("close", {});
    tellPlace();
    if (focus && canTakeFocus()) focusFrame();
    else link?.send("open", { focus: false });
  }

  return {
    setOpen,
    sendText: (text) => (link ? ask(link, text) : void waiting.push(text)),
    remove() {
      cover.set(false);
      link?.send("destroy", {});
      link?.close();
      stopListening();
      stopWatching();
      document.removeEventListener("securitypolicyviolation", tellBlocked);
      removeEventListener("keydown", handleKey);
      dialog.remove();
    },
  };
}

function addressOf({ host, token }: PanelOptions): string {
  return `${host}/embed/${token}`;
}

function draw(options: PanelOptions) {
  const { name, look, scheme } = options;
  const frame = document.createElement("iframe");
  frame.title = fill(launcherWords.title, { name });
  frame.referrerPolicy = "origin";
  frame.allow = framePermissions;
  frame.src = addressOf(options);
  const dialog = document.createElement("div");
  dialog.className = "panel";
  dialog.setAttribute("part", "panel");
  dialog.setAttribute("role", "dialog");
  dialog.setAttribute("aria-label", frame.title);
  const chosen = look.scheme ?? scheme;
  // What shows until the frame has drawn itself.
  dialog.style.setProperty("color-scheme", chosen === "auto" ? "light dark" : chosen);
  dialog.hidden = true;
  dialog.append(frame);
  return { dialog, frame };
}

/** A phone's keyboard would jump up over the welcome. */
function canTakeFocus(): boolean {
  return !matchMedia("(pointer: coarse)").matches;
}
