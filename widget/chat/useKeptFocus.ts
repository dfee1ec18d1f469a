import { useLayoutEffect, useRef } from "react";

/** Other words draw everything again; a visitor who was writing continues in the new field, at the same cursor. */
export function useKeptFocus(version: number): void {
  const drawn = useRef(version);
  const kept = useRef<[start: number, end: number] | null>(null);
  if (drawn.current !== version) {
    drawn.current = version;
    const { activeElement: before } = document;
    kept.current =
      before instanceof HTMLTextAreaElement ? [before.selectionStart, before.selectionEnd] : null;
  }
  useLayoutEffect(() => {
    const field = kept.current && document.querySelector("form textarea");
    if (!kept.current || !(field instanceof HTMLTextAreaElement)) return;
    field.focus({ preventScroll: true });
    field.setSelectionRange(...kept.current);
    kept.current = null;
  }, [version]);
}
