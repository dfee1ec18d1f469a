import type { BeforeSend } from "../shared/frame/messages.ts";
import type { Listeners } from "./listeners.ts";

/** Lets page code change a message or hold it back, which is null. */
export function askPage(listeners: Listeners, text: string): string | null {
  let answer: string | null = text;
  const detail: BeforeSend = {
    text,
    preventDefault: () => void (answer = null),
    replace(other) {
      if (answer !== null) answer = String(other);
    },
  };
  listeners.tell("message:before-send", detail);
  return answer;
}

/** Lets page code go to a link by itself, as its router does; else it opens as it would have in the frame. */
export function openLink(listeners: Listeners, url: string): void {
  if (!/^https?:/.test(url)) return;
  let isTaken = false;
  listeners.tell("link:click", { url, preventDefault: () => void (isTaken = true) });
  if (!isTaken) window.open(url, "_blank", "noopener");
}
