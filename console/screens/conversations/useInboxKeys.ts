import { useEffect } from "react";

/** The mark of a conversation's link in the list. */
export const threadLink = "data-thread";
/** The mark of where a reply is begun: the composer, or the button that takes over. */
export const replyTarget = "data-reply";

/** `j` and `k` walk the list (Enter opens, as on every link), `r` goes to the reply. Silent while somebody types. */
export function useInboxKeys(): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      if (event.key === "j" || event.key === "k") move(event.key === "j" ? 1 : -1);
      else if (event.key === "r") focusReply();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", handleKey);
    return () => removeEventListener("keydown", handleKey);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector("dialog[open]")) return true;
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}

function move(step: number): void {
  const links = [...document.querySelectorAll<HTMLElement>(`a[${threadLink}]`)];
  const focused = links.findIndex((link) => link === document.activeElement);
  const open = links.findIndex((link) => link.getAttribute("aria-current"));
  const from = focused >= 0 ? focused : open;
  const at = from < 0 ? 0 : Math.min(links.length - 1, Math.max(0, from + step));
  links[at]?.focus();
  links[at]?.scrollIntoView?.({ block: "nearest" });
}

function focusReply(): void {
  const target = document.querySelector<HTMLElement>(`[${replyTarget}] textarea, button[${replyTarget}]`);
  target?.focus();
}
