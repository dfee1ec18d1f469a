import { useEffect, useRef } from "react";
import type { RefObject } from "react";
import { useSearch } from "wouter/use-browser-location";

/**
 * Moves the focus to the screen when another one is shown, so that keyboards and screen readers follow. Where the same one
 * shows something else, as the address's query says, it does so when what had the focus is gone.
 */
export function useFocusOnChange(path: string): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(path);
  const search = useSearch();
  const shownSearch = useRef(search);
  useEffect(() => {
    if (shownSearch.current === search) return;
    shownSearch.current = search;
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [search]);
  useEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
    main.current?.scrollTo({ top: 0 });
  }, [path]);
  return main;
}
