import { useLayoutEffect, useRef } from "react";
import type { FocusEvent, RefObject } from "react";

interface KeptFocus<Part extends HTMLElement> {
  ref: RefObject<Part | null>;
  onFocus: (event: FocusEvent) => void;
  onBlur: (event: FocusEvent) => void;
}

/**
 * What an element is given to keep the focus within where the control that has it goes away: a deleted row, a button
 * whose work is done. It passes to the control that then takes its place, else to the last one before that.
 */
export function useKeptFocus<Part extends HTMLElement>(): KeptFocus<Part> {
  const ref = useRef<Part>(null);
  const last = useRef<{ control: Element; at: number } | null>(null);

  // After each drawing, which is what takes controls away; a dialog has closed by then and found nobody to give the focus to.
  useLayoutEffect(() => {
    if (!last.current) return;
    const left = listControls(ref.current);
    const place = left.findIndex((control) => control === last.current?.control);
    // Others may have come before it since it was focused.
    if (place >= 0) last.current.at = place;
    if (last.current.control.isConnected || document.activeElement !== document.body) return;
    // What is hidden does not take it.
    for (let at = Math.min(last.current.at, left.length - 1); at >= 0; at -= 1) {
      left[at]?.focus();
      if (document.activeElement === left[at]) return;
    }
  });

  return {
    ref,
    // Dialogs that are drawn from within tell of theirs here too.
    onFocus({ target }) {
      const at = listControls(ref.current).findIndex((control) => control === target);
      if (at >= 0) last.current = { control: target, at };
    },
    // A control that is removed fires no event: if the focus leaves for nothing, it was removed.
    onBlur({ target, relatedTarget }) {
      if (relatedTarget === null && target === last.current?.control) last.current = null;
    },
  };
}

function listControls(part: HTMLElement | null): HTMLElement[] {
  return [...(part?.querySelectorAll<HTMLElement>(controls) ?? [])];
}

const controls = "a[href], button:not(:disabled), input, select, textarea, summary, [tabindex]";
