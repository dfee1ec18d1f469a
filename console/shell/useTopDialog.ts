import { useSyncExternalStore } from "react";
import { modalRoot } from "../../shared/ui/modalRoot.ts";

/** The dialog on top: outside it nothing can be reached. Null where none is open. */
export function useTopDialog(): HTMLDialogElement | null {
  return useSyncExternalStore(watch, find);
}

function watch(tell: () => void): () => void {
  const observer = new MutationObserver(tell);
  observer.observe(modalRoot(), { childList: true });
  return () => observer.disconnect();
}

function find(): HTMLDialogElement | null {
  return [...modalRoot().querySelectorAll<HTMLDialogElement>("dialog[open]")].at(-1) ?? null;
}
