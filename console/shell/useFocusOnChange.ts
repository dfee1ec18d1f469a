import { useEffect, useRef } from "react";
import type { RefObject } from "react";

/** Moves the focus to the screen when another one is shown, so that keyboards and screen readers follow. */
export function useFocusOnChange(path: string): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(path);
  useEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
    main.current?.scrollTo({ top: 0 });
  }, [path]);
  return main;
}
