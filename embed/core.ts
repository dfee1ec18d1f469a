import { breakpoints } from "../shared/domain/limits.ts";
import { listenForFrame, type PageEnd } from "../shared/frame/link.ts";
import { framePermissions } from "../shared/frame/snippet.ts";
import { embedWords } from "../shared/words/embed.ts";
import { keepForFrame } from "./firstPartyStorage.ts";
import type { Panel, PanelOptions } from "./panel.ts";
import { panelStyle } from "./panelStyle.ts";

export type { Panel } from "./panel.ts";

/** Makes the panel: loaded on the first hover, focus or opening, never before. */
export function createPanel(options: PanelOptions): Panel {
  const { host, token, root } = options;
  const frame = document.createElement("iframe");
  const waiting: string[] = [];
  let link: PageEnd | undefined;
  let isOpen = false;
  let scrollBefore: string | null = null;

  const stopListening = listenForFrame(frame, host, (connected) => {
    link?.close();
    link = connected;
    link.on("state", options.onState);
    link.on("event", ({ name, detail }) => options.onEvent(name, detail));
    link.on("close-request", options.onCloseRequest);
    link.on("unavailable", ({ reason }) => options.onUnavailable(reason));
    link.on("storage-get", ({ key }) =>
      link?.send("storage-value", { key, value: keepForFrame(token).get(key) }),
    );
    link.on("storage-set", ({ key, value }) => keepForFrame(token).set(key, value));
    link.send("init", { closable: true, look: options.look, preview: null });
    tellPlace();
    if (isOpen) link.send("open", { focus: canTakeFocus() });
    for (const text of waiting.splice(0)) link.send("send", { text });
  });

  const sheet = new CSSStyleSheet();
  sheet.replaceSync(panelStyle);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  frame.setAttribute("part", "panel");
  frame.className = "panel";
  frame.title = embedWords.title(options.name);
  frame.referrerPolicy = "origin";
  frame.allow = framePermissions;
  frame.hidden = true;
  frame.src = `${host}/embed/${token}`;
  root.append(frame);
  addEventListener("popstate", tellPlace);

  function tellPlace(): void {
    link?.send("navigate", { url: location.href, title: document.title });
  }

  function setOpen(open: boolean, focus: boolean): void {
    isOpen = open;
    frame.hidden = !open;
    lockScroll(open && isNarrow());
    if (!open) return link?.send("close", {});
    tellPlace();
    link?.send("open", { focus: focus && canTakeFocus() });
    if (focus && canTakeFocus()) frame.focus({ preventScroll: true });
  }

  /** On a phone the panel is the whole screen, and the page behind it stays where it is. */
  function lockScroll(lock: boolean): void {
    const { style } = document.documentElement;
    if (lock && scrollBefore === null) {
      scrollBefore = style.overflow;
      style.overflow = "hidden";
    } else if (!lock && scrollBefore !== null) {
      style.overflow = scrollBefore;
      scrollBefore = null;
    }
  }

  return {
    setOpen,
    sendText: (text) => (link ? link.send("send", { text }) : void waiting.push(text)),
    remove() {
      lockScroll(false);
      link?.send("destroy", {});
      link?.close();
      stopListening();
      removeEventListener("popstate", tellPlace);
      frame.remove();
    },
  };
}

function isNarrow(): boolean {
  return matchMedia(`(max-width: ${breakpoints.mobileXS}px)`).matches;
}

/** A phone's keyboard would jump up over the welcome. */
function canTakeFocus(): boolean {
  return !matchMedia("(pointer: coarse)").matches;
}
