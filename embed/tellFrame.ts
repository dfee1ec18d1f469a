import type { PageEnd } from "../shared/frame/link.ts";
import type { WidgetEvents } from "../shared/frame/messages.ts";
import type { Listeners } from "./listeners.ts";

/** Tells the frame where the visitor is. */
export function tellPlace(to: Pick<PageEnd, "send">): void {
  to.send("navigate", { url: location.href, title: document.title, referrer: document.referrer });
}

/** What page code wants to be asked about. */
export function listAsked(listeners: Listeners) {
  const names = listeners.names();
  const has = (wanted: keyof WidgetEvents) => names.includes(wanted) || names.includes("*");
  return { asksBeforeSend: has("message:before-send"), asksBeforeOpen: has("link:click") };
}
