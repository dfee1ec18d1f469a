import type { Page } from "./page.ts";

/**
 * Hands the links that the visitor uses to the page, where it wants to hear of them: it may go there itself, as its router
 * does. With a modifier key the visitor asks the browser for something else, and gets it.
 */
export function watchLinks(page: Pick<Page, "send" | "options">): () => void {
  function handleClick(event: MouseEvent): void {
    const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event;
    if (!page.options.asksBeforeOpen || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[href]");
    if (!link || link.download || !/^https?:/.test(link.href)) return;
    event.preventDefault();
    page.send("open-url", { url: link.href });
  }
  document.addEventListener("click", handleClick);
  return () => document.removeEventListener("click", handleClick);
}
