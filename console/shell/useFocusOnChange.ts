import { useEffect, useRef } from "react";
import type { RefObject } from "react";
import { useSearch } from "wouter/use-browser-location";

/**
 * Moves the focus to the screen when another one is shown, so that keyboards and screen readers follow. Where the same one
 * shows something else, as the address's query says, it does so when what had the focus is gone.
 */
export function useFocusOnChange(path: string): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const search = useSearch();
  const shown = useRef({ path, search });
  useEffect(() => {
    const isOther = shown.current.path !== path;
    if (!isOther && shown.current.search === search) return;
    shown.current = { path, search };
    const { activeElement, body } = document;
    // What is left is still there, but hidden, while the other one's code comes.
    const isShown = main.current?.contains(activeElement) && activeElement?.checkVisibility?.() !== false;
    const isLost = isOther ? !isShown : activeElement === body;
    if (isLost) main.current?.focus({ preventScroll: true });
    if (isOther) main.current?.scrollTo({ top: 0 });
  }, [path, search]);
  return main;
}
